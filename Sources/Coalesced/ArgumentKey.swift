/// The arguments of a call as its key: equal when each is equal to its counterpart.
@usableFromInline
struct ArgumentKey<each Argument: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline let arguments: (repeat each Argument)

  @inlinable
  init(_ argument: repeat each Argument) {
    self.arguments = (repeat each argument)
  }

  @inlinable
  static func == (left: ArgumentKey, right: ArgumentKey) -> Bool {
    for (leftArgument, rightArgument) in repeat (each left.arguments, each right.arguments) {
      guard leftArgument == rightArgument else { return false }
    }
    return true
  }

  @inlinable
  func hash(into hasher: inout Hasher) {
    for argument in repeat each arguments { argument.hash(into: &hasher) }
  }
}
