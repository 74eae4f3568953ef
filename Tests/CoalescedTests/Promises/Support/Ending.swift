import Coalesced
import CoalescedTesting

/// How a call ended.
enum Ending<Value: Sendable & Equatable>: Sendable, Equatable {
  case value(Value)
  /// `CancellationError`: the caller was cancelled.
  case cancelled
  /// `FlightCancelledError`: the owner cancelled the flight.
  case flightCancelled
  case failed(TestError)
  case other(String)
}

/// An error that only the test which made it can have meant.
struct TestError: Error, Hashable {
  let code: Int

  init(_ code: Int = 1) {
    self.code = code
  }
}

extension Task where Success: Equatable, Failure == any Error {
  /// How the task ends; a task that hangs fails the test with a sentence.
  var ending: Ending<Success> {
    get async throws {
      let ended = WatchedState<Result<Success, any Error>?>(nil, patience: .ample)
      let watcher = Task<Void, Never> {
        let result = await self.result
        ended.update { $0 = result }
      }
      defer { watcher.cancel() }
      switch try await ended.wait(for: "the end of a call", until: { $0 }, seen: { _ in "it wait" }) {
      case .success(let value): return .value(value)
      case .failure(is CancellationError): return .cancelled
      case .failure(is FlightCancelledError): return .flightCancelled
      case .failure(let error as TestError): return .failed(error)
      case .failure(let error): return .other(String(describing: error))
      }
    }
  }
}

/// How each of the tasks ends, in their order.
func endings<Value: Sendable & Equatable>(of tasks: [Task<Value, any Error>]) async throws -> [Ending<Value>] {
  var endings: [Ending<Value>] = []
  for task in tasks { endings.append(try await task.ending) }
  return endings
}
