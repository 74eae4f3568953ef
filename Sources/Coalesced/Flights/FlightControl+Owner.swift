/// What the owner of a scope asks of it.
extension FlightControl: FlightScope {
  @inlinable
  func cancel(_ key: Key, throwing error: any Error) -> Int {
    let hash = key.hashValue
    return bring { $0.keyCancelled(key, hash: hash, outcome: .failure(error)) }
  }

  package func cancelAll(throwing error: any Error) -> (callers: Int, cancelOperations: @Sendable () -> Void) {
    let effect = event { $0.allCancelled(outcome: .failure(error)) }
    tell(effect.commands)
    return (effect.decision, { Self.cancelTasks(effect.commands) })
  }

  @inlinable
  func forget(_ key: Key) -> Bool {
    let hash = key.hashValue
    return bring { $0.keyForgotten(key, hash: hash) }
  }

  package func forgetAll() -> Int { bring { $0.allForgotten() } }

  func waitForFlight(_ key: Key) async {
    let hash = key.hashValue
    let enclosing = FlightContext.current.get().flatMap { enclosingFlight(of: $0) }
    let watched = event { table in table.flightToWatch(for: key, hash: hash).map { ($0, table.drawSerial()) } }
    guard let (flight, number) = watched else { return }
    // Resumed once: by whoever takes the signal out of the table or, where there is nothing to wait for, at once.
    _ = await withTaskCancellationHandler {
      await withUnsafeContinuation { signal in
        let waits = bring {
          // Read under the lock: a handler that came before this found nothing, and set the flag before it came.
          $0.flightWatched(flight, number: number, isCancelled: Task.isCancelled, inside: enclosing, signal: signal)
        }
        if !waits { signal.resume(returning: true) }
      }
    } onCancel: {
      event { $0.watcherCancelled(flight, number: number) }?.resume(returning: false)
    }
    if let enclosing { event { $0.nestedCallEnded(CallerIdentity(flight: flight, serial: number), in: enclosing.serial) } }
  }

  package func idle() async {
    let enclosing = FlightContext.current.get().flatMap { enclosingFlight(of: $0) }
    let number = event { $0.drawSerial() }
    // As above.
    _ = await withTaskCancellationHandler {
      await withUnsafeContinuation { signal in
        let waits = event { $0.idleAwaited(number: number, isCancelled: Task.isCancelled, inside: enclosing, signal: signal) }
        if !waits { signal.resume(returning: true) }
      }
    } onCancel: {
      event { $0.idlerCancelled(number: number) }?.resume(returning: false)
    }
  }

  /// A call that is not shared; it runs the operation in its own task.
  @inlinable
  func countDirectRun() {
    carryOut(event { $0.directRunNeeded() }.commands)
  }

  @inlinable
  func callerCount(for key: Key) -> Int {
    let hash = key.hashValue
    return event { $0.callerCount(for: key, hash: hash) }
  }

  @inlinable var keysInFlight: [Key] { event { $0.keysInFlight } }

  var statistics: FlightStatistics { storage.snapshot.statistics }
}
