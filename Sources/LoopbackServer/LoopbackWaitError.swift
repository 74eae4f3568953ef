/// An event that was waited for did not happen; the description says which, and what happened in its place.
package struct LoopbackWaitError: Error, CustomStringConvertible {
  package let description: String
}
