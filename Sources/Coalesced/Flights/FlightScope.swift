/// A scope as its group sees it, whatever its key and output types.
package protocol FlightScope: AnyObject, Sendable {
  func cancelAll(throwing error: any Error) -> Int
  func forgetAll() -> Int
  func idle() async
}
