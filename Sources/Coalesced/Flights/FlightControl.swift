import Synchronization

/// A scope: it brings events to its table, and carries out what the table decides.
///
/// Each event is one critical section. Everything an event asks for is done after it, outside the lock: nothing of the
/// user's runs or dies under it. This file is the way of a call, from top to bottom; how one waits stands in `FlightControl+Waiting.swift`.
@usableFromInline
package final class FlightControl<Key: Hashable & Sendable, Output: Sendable>: Sendable {
  @usableFromInline typealias Storage = FlightStorage<Key, Output>
  @usableFromInline typealias Table = Storage.Table
  @usableFromInline typealias Operation = @Sendable () async throws -> Output

  // What every call reads comes last: each flight counts a reference to the scope, beside the first of these, and where several threads call,
  // that line of memory moves from one to the other.
  @usableFromInline let group: FlightGroup?
  @usableFromInline let clock: any Clock<Duration>
  @usableFromInline let storage: Storage
  /// Told apart from every other scope of the process, past ones included.
  @usableFromInline let id: UInt64
  /// Whether an arrival brings the hash of its key unasked: the last call that was asked for it led a flight beside those of other
  /// keys. A hint: it decides what an arrival costs, not what it does.
  @usableFromInline let hashesKeys: Atomic<Bool>
  @usableFromInline let joining: FlightPolicy.Joining
  /// Whether flights may have to wait for their start, the highest priority first.
  @usableFromInline let queuesFlights: Bool
  /// Whether a cancelled caller leaves; otherwise it waits for the landing.
  @usableFromInline let callersLeave: Bool
  /// Whether the callers that joined may have a value.
  @usableFromInline let sharedWhen: (@Sendable (Key, Output) -> Bool)?
  /// The time since the scope was made, where a rule asks for it. It is the user's clock: never read under the lock.
  @usableFromInline let elapsed: (@Sendable () -> Duration)?

  @usableFromInline
  package init(policy: FlightPolicy, group: FlightGroup?, sharedWhen: (@Sendable (Key, Output) -> Bool)? = nil) {
    let rules = FlightRules(policy)
    self.storage = Storage(rules: rules, reports: group?.onEvent != nil)
    self.id = ScopeNumber.next()
    self.hashesKeys = Atomic(false)
    self.joining = policy.joining
    self.queuesFlights = rules.queuesFlights
    self.callersLeave = policy.callerCancellation == .leave
    self.sharedWhen = sharedWhen
    self.elapsed = rules.needsTime ? Stopwatch.started(policy.clock) : nil
    self.clock = policy.clock
    self.group = group
    group?.add(self, source: storage, id: id)
  }

  deinit {
    for timer in storage.table.withLock({ $0.timers }) { timer.cancel() }
    group?.remove(id, statistics: storage.snapshot.statistics)
  }

  /// One event: one critical section.
  @inlinable
  func event<Answer: Sendable>(_ decide: (inout Table) -> Answer) -> Answer {
    let now = elapsed?()
    return storage.table.withLock { table in
      if let now { table.now = max(table.now, now) }
      let answer = decide(&table)
      assert(table.checkInvariants(of: 16))
      return answer
    }
  }

  /// Brings one event, and carries out what it asks for everybody else. Answers what the one who brings it does.
  @inlinable
  func bring<Decision: Sendable>(_ event: (inout Table) -> Table.Effect<Decision>) -> Decision {
    // Taken apart at once: as a whole it would be kept, and destroyed through its metadata.
    let (decision, commands) = self.event {
      let effect = event(&$0)
      return (effect.decision, effect.issued)
    }
    carryOut(commands)
    return decision
  }

  // MARK: - The way of a call

  /// Leads or joins before the first suspension, so before the caller's actor runs anything else.
  @inlinable
  package nonisolated(nonsending) func value<Call: FlightCall<Output>>(
    for key: Key,
    joining: FlightPolicy.Joining? = nil,
    operation: Call
  ) async throws -> Output {
    // A variable: comparing `#isolation` itself crashes the compiler without optimisation.
    let isolation = #isolation
    // In one place, and not looked at here: a caller that waits keeps this frame, and the outcome may be large.
    var outcome: Storage.Outcome?
    switch arrive(for: key, joining: joining ?? self.joining, operation, isOnActor: isolation != nil, isHashed: false, &outcome) {
    case .wait(let arrived):
      let caller = WaitingCaller(arrived, leaves: callersLeave)
      if end(caller, with: await delivery(to: caller), &outcome) { return try take(&outcome) }
    case .take:
      return try take(&outcome)
    case .runDirectly:
      break
    }
    return try await operation()
  }

  /// What a call does after it has arrived.
  @usableFromInline
  enum Arrived {
    case wait(ArrivedCaller)
    /// Goes on with its outcome; one that has none was cancelled.
    case take
    case runDirectly
  }

  /// Under ``FlightPolicy/CallerCancellation/wait`` a caller that was cancelled learns of it here. Never inlined: the frame would hold the
  /// outcome several times.
  @inlinable
  @inline(never)
  func take(_ outcome: inout Storage.Outcome?) throws -> Output {
    guard let outcome = outcome.take() else { throw CancellationError() }
    let value = try outcome.get()
    if !callersLeave { try Task.checkCancellation() }
    return value
  }

  /// All of a call that needs no suspension; `outcome` gets what it returns, if that is known by then. Never inlined: its variables then are
  /// on the stack, not in the frame that a waiting caller keeps.
  @inlinable
  @inline(never)
  func arrive<Call: FlightCall<Output>>(
    for key: Key,
    joining: FlightPolicy.Joining,
    _ operation: Call,
    isOnActor: Bool,
    isHashed: Bool,
    _ outcome: inout Storage.Outcome?
  ) -> Arrived {
    let context = FlightContext.current.get()
    // A cancellation after this is noticed when the call begins to wait.
    let isCancelled = Task.isCancelled
    let enclosing = context.flatMap { enclosingFlight(of: $0) }
    // Elsewhere it is read where the call leads or waits: reading it takes three atomic operations.
    let priority = queuesFlights || joining == .next ? Task.currentPriority.rawValue : 0
    let call = Table.Call(priority: priority, joining: joining, enclosing: enclosing)
    // A key that is the only one is not hashed.
    let hash = isHashed || hashesKeys.load(ordering: .relaxed) ? key.hashValue : nil
    switch bring({ $0.callerArrived(for: key, hash: hash, isCancelled: isCancelled, call: call) }) {
    case .hash:
      return arrive(for: key, joining: joining, operation, isOnActor: isOnActor, isHashed: true, &outcome)
    case .hashBoth(let flight, let other):
      let otherHash = other.hashValue
      event { $0.keyHashed(of: flight, hash: otherHash) }
      return arrive(for: key, joining: joining, operation, isOnActor: isOnActor, isHashed: true, &outcome)
    case .join(let caller):
      return .wait(ArrivedCaller(caller, level: context?.level ?? -1, enclosing: enclosing))
    case .refuse:
      return .take
    case .reuse(let landed):
      outcome = landed
      return .take
    case .runDirectly:
      return .runDirectly
    case .lead(let caller):
      // A call that had to be asked leads beside other keys. One of sixteen others tries whether its key is the only one again:
      // scattered, as the callers between two flights draw serial numbers too.
      if isHashed {
        hashesKeys.store(true, ordering: .relaxed)
      } else if hash != nil, (caller.serial &* 0x9E37_79B9_7F4A_7C15) >> 60 == 0 {
        hashesKeys.store(false, ordering: .relaxed)
      }
      let inner = FlightContext(scope: id, flight: caller.flight, inside: context)
      let priority = Task.currentPriority.rawValue
      // Not on an actor's thread, where the operation's first part would run.
      let isImmediate = !isOnActor && inner.startsOnItsCallersStack
      if isImmediate, context == nil, let job = start(operation, in: inner, priority: priority) {
        return launched(caller, job, priority: priority, enclosing: enclosing, level: -1, &outcome)
      }
      let job = launchNested({ try await operation() }, in: inner, inside: context, isImmediate: isImmediate, priority: priority)
      return launched(caller, job, priority: priority, enclosing: enclosing, level: inner.level - 1, &outcome)
    case .queue(let caller):
      let priority = Task.currentPriority.rawValue
      let inner = FlightContext(scope: id, flight: caller.flight, inside: context)
      let job = queue({ try await operation() }, in: inner, inside: context, priority: priority)
      return launched(caller, job, priority: priority, enclosing: enclosing, level: inner.level - 1, &outcome)
    }
  }

  /// Starts the operation in a task of its own, on this thread until it first suspends, which saves the hand-over to another thread.
  /// `nil` where the system cannot.
  @inlinable
  func start<Call: FlightCall<Output>>(_ operation: Call, in context: FlightContext, priority: UInt8) -> Storage.Job? {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return nil }
    // Runs once. Inside a loop the optimiser inlines `Task.immediate`, and finds that no executor is preferred; otherwise
    // the task looks for one, under a lock, at each of its hops.
    var job: Storage.Job?
    repeat {
      job = Task.immediate(priority: TaskPriority(rawValue: priority)) {
        let outcome: Storage.Outcome
        do {
          outcome = .success(try await FlightContext.current.withValue(context) { try await operation() })
        } catch {
          outcome = .failure(error)
        }
        self.land(context.flight, outcome)
      }
    } while job == nil
    return job
  }

  /// The task of the operation is made: what the call that leads does now.
  @inlinable
  func launched(
    _ caller: CallerIdentity,
    _ job: Storage.Job,
    priority: UInt8,
    enclosing: FlightIdentity?,
    level: Int,
    _ outcome: inout Storage.Outcome?
  ) -> Arrived {
    let settlement = bring { $0.operationLaunched(by: caller, job: job, priority: priority) }
    if case .wait = settlement { return .wait(ArrivedCaller(caller, level: level, enclosing: enclosing)) }
    if let enclosing { event { $0.nestedCallEnded(caller, in: enclosing.serial) } }
    if case .runDirectly = settlement { return .runDirectly }
    if case .take(let landed, _) = settlement { outcome = landed }
    return .take
  }

  /// Brings the outcome to the callers. Each is resumed once: the return and the landing give out callers that are out
  /// of the table.
  @inlinable
  func land(_ flight: FlightIdentity, _ outcome: Storage.Outcome) {
    var succeeded = false
    var isShared = true
    if case .success(let value) = outcome {
      succeeded = true
      if let sharedWhen, let key = event({ $0.key(of: flight) }) { isShared = sharedWhen(key, value) }
    }
    if isShared, case .resume(let waiter, _) = event({ $0.operationReturned(flight, outcome: outcome, succeeded: succeeded) }) {
      waiter?.resume(returning: .outcome(outcome))
      return
    }
    let landed = event { $0.operationLanded(flight, outcome: outcome, succeeded: succeeded, isShared: isShared) }
    guard let commands = landed.issued else { return landed.decision.forEachWaiter(outcome: outcome) { $0.resume(returning: $1) } }
    perform(commands + [.land(landed.decision, outcome)])
  }
}
