/// What an event asks for, carried out; and the tasks that wait on the table.
extension FlightControl {
  @inlinable
  func carryOut(_ commands: [Table.Command]?) {
    if let commands { perform(commands) }
  }

  /// The lock is not held here.
  @inlinable
  func perform(_ commands: [Table.Command]) {
    tell(commands)
    Self.cancelTasks(commands)
  }

  /// What happened is told, then everybody goes on who can.
  @inlinable
  func tell(_ commands: [Table.Command]) {
    for case .report(let kind, let flight, let waiting) in commands { group?.report(kind, of: flight, in: id, waiting: waiting) }
    for command in commands {
      switch command {
      case .land(let landing, let outcome): landing.forEachWaiter(outcome: outcome) { $0.resume(returning: $1) }
      case .signal(let signal, let proceeds): signal.resume(returning: proceeds)
      case .schedule(let flight, let number, let duration): schedule(flight, number: number, after: duration)
      case .report, .cancel, .escalate, .release: break
      }
    }
  }

  /// What runs handlers of the user's comes last, so that one that blocks delays no caller. The scope may be gone after each of them: where an
  /// executor runs jobs at once, its last caller may go on in one.
  @inlinable
  static func cancelTasks(_ commands: [Table.Command]) {
    for command in commands {
      switch command {
      case .cancel(let job): job.cancel()
      case .escalate(let job, let priority): escalate(job, to: priority)
      case .report, .land, .signal, .schedule, .release: break
      }
    }
  }

  @inlinable
  static func escalate(_ job: Storage.Job, to priority: UInt8) {
    // On older systems a flight keeps the priority of the call that led it.
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    job.escalatePriority(to: TaskPriority(rawValue: priority))
  }

  /// A timer keeps its scope no longer than it has to.
  @inlinable
  func schedule(_ flight: FlightIdentity, number: UInt64, after duration: Duration) {
    let timer: Storage.Job = Task.detached { [clock, weak self] in
      // 136 years. On far longer ones the system's clocks lose the sleeping task, or crash, as an instant so far away does not exist.
      if (try? await clock.sleep(for: min(duration, .seconds(1 << 32)))) != nil, let self {
        carryOut(event { $0.timerEnded(flight, number: number) })
      }
    }
    carryOut(event { $0.timerStarted(flight, number: number, job: timer) })
  }

  /// Starts the operation of a nested flight, or on another thread.
  @inlinable
  func launchNested(
    _ operation: @escaping Operation,
    in context: FlightContext,
    inside enclosing: FlightContext?,
    isImmediate: Bool,
    priority: UInt8
  ) -> Storage.Job {
    let enclosing = enclosing.map { FlightContext.Enclosing($0) }
    if isImmediate, #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return Task.immediate(priority: TaskPriority(rawValue: priority)) {
        await run(operation, in: context, inside: enclosing)
      }
    }
    return Task(priority: TaskPriority(rawValue: priority)) { await run(operation, in: context, inside: enclosing) }
  }

  /// Makes the task of a flight that starts later: at the call, so that it has its own caller's task-local values.
  @inlinable
  func queue(
    _ operation: @escaping Operation,
    in context: FlightContext,
    inside enclosing: FlightContext?,
    priority: UInt8
  ) -> Storage.Job {
    let enclosing = enclosing.map { FlightContext.Enclosing($0) }
    return Task(priority: TaskPriority(rawValue: priority)) {
      let starts = await withUnsafeContinuation { continuation in
        switch event({ $0.operationParked(context.flight, signal: continuation) }) {
        case .begin: continuation.resume(returning: true)
        case .drop: continuation.resume(returning: false)
        case .wait: break
        }
      }
      if starts { await run(operation, in: context, inside: enclosing) }
    }
  }

  /// The life of a flight's task, whatever it is nested in.
  @inlinable
  func run(
    _ operation: @escaping Operation,
    in context: FlightContext,
    inside enclosing: FlightContext.Enclosing?
  ) async {
    let outcome: Storage.Outcome
    do {
      outcome = .success(
        try await FlightContext.current.withValue(context) {
          guard let enclosing else { return try await operation() }
          return try await FlightContext.enclosing.withValue(enclosing) { try await operation() }
        }
      )
    } catch {
      outcome = .failure(error)
    }
    land(context.flight, outcome)
  }

  /// The nearest flight of this scope around the current operation. Looked for only while an operation of the scope runs.
  @inlinable
  func enclosingFlight(of context: FlightContext) -> FlightIdentity? {
    event { $0.counts.running > 0 } ? context.flight(of: id) : nil
  }
}
