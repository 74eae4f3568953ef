/// A fake operation whose every call suspends until the test ends it.
///
/// Give ``function`` to the code under test in place of the real operation, await the call you expect, and end it as the test needs:
///
/// ```swift
/// let operation = SuspendedOperation<Int, String>()
/// let fetch = coalesced(operation.function)
///
/// let caller = Task { try await fetch(7) }
/// let invocation = try await operation.nextInvocation()
/// invocation.succeed(with: "seven")
/// #expect(try await caller.value == "seven")
/// ```
///
/// Cancelling the task of a call does not end it: a test can hold an operation that ignores cancellation, and can await that the
/// cancellation has arrived with ``SuspendedInvocation/waitForCancellation()``.
///
/// Keep the operation for as long as its calls are to stay suspended: ``function`` does not keep it. Once the operation and every
/// invocation it handed out are released, as at the end of a test, no one can end a call any more, and every suspended and every later
/// call throws ``UnmetExpectationError``. So a test that fails half-way leaves no task that hangs for good.
public final class SuspendedOperation<each Argument: Sendable, Output: Sendable>: Sendable {
  /// A call that the operation keeps until it has ended.
  struct Entry: Sendable {
    let number: Int
    let arguments: (repeat each Argument)
    let call: SuspendedCall<Output>
  }

  private struct State: Sendable {
    /// How many calls have begun; the number of the next one.
    var begun = 0
    /// How many of them were handed out; the number of the next one to be.
    var handedOut = 0
    /// The calls that have not ended, by their number.
    var suspended: [Int: Entry] = [:]
    /// Whether the operation is gone.
    var isReleased = false

    /// The first call that was not handed out yet; it has not ended, for nobody could have ended it.
    mutating func handOut() -> Entry? {
      guard let entry = suspended[handedOut] else { return nil }
      handedOut += 1
      return entry
    }
  }

  private let state: WatchedState<State>

  /// What the code under test calls; every call suspends.
  public let function: @Sendable (repeat each Argument) async throws -> Output

  /// An operation without calls: `SuspendedOperation<Int, String>()` for a function of one argument, `SuspendedOperation<String>()` for one
  /// of none.
  ///
  /// - Parameter returning: The type of the output, where the rest of the type is known from the context.
  public convenience init(returning: Output.Type = Output.self) {
    self.init(returning: returning, patience: .standard)
  }

  package init(returning: Output.Type = Output.self, patience: Patience) {
    let state = WatchedState(State(), patience: patience)
    self.state = state
    function = { (argument: repeat each Argument) in
      let call = SuspendedCall<Output>(patience: patience)
      return try await call.suspend {
        state.update { state in
          guard !state.isReleased else { return false }
          state.suspended[state.begun] = Entry(number: state.begun, arguments: (repeat each argument), call: call)
          state.begun += 1
          return true
        }
      }
    }
  }

  deinit {
    let left = state.update { state in
      state.isReleased = true
      defer { state.suspended = [:] }
      return state.suspended
    }
    for entry in left.values {
      entry.call.release()
    }
  }

  /// How many calls of ``function`` have begun so far, ended ones included.
  public var invocationCount: Int {
    state.update { $0.begun }
  }

  /// The next call of ``function``, in the order in which they began; waits until it has.
  ///
  /// Every call is handed out once: the first await gets the first call, the second the second.
  ///
  /// - Throws: ``UnmetExpectationError`` when no further call begins within 30 seconds; `CancellationError`, at once, when the task is
  ///   cancelled.
  public func nextInvocation() async throws -> SuspendedInvocation<repeat each Argument, Output> {
    let entry = try await state.wait(for: "the next invocation of a SuspendedOperation") { state in
      state.handOut()
    } seen: { state in
      "no more than \(state.begun), all handed out,"
    }
    return SuspendedInvocation(entry, of: self)
  }

  /// Lets go of a call that has ended.
  func forget(_ number: Int) {
    // Taken out and returned, so that the arguments die outside the lock.
    _ = state.update { $0.suspended.removeValue(forKey: number) }
  }
}
