/// A scope as its group sees it, whatever its key and output types.
package protocol FlightScope: AnyObject, Sendable {
  /// Its callers go on. Answers how many there are, and what is left to do when those of every scope have gone on.
  func cancelAll(throwing error: any Error) -> (callers: Int, cancelOperations: @Sendable () -> Void)
  func forgetAll() -> Int
  func idle() async
}
