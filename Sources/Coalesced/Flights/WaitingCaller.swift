/// A caller that waits, for the handlers of its task: they refer to this one, in the frame of its call, and none of them holds a copy.
///
/// It has five words. One of four would be taken apart into each closure that uses it.
@usableFromInline
struct WaitingCaller: ~Copyable, Sendable {
  @usableFromInline let arrived: ArrivedCaller
  /// Whether it leaves when it is cancelled; otherwise it waits for the landing.
  @usableFromInline let leaves: Bool

  @inlinable
  init(_ arrived: ArrivedCaller, leaves: Bool) {
    self.arrived = arrived
    self.leaves = leaves
  }
}
