/// One line of a message's header: the name in lower case, the value without outer white space.
package struct HeaderField: Hashable, Sendable {
  package let name: ExactString
  package let value: ExactString
}
