/// An object whose end can be seen, as a key, a value, an error or an argument.
final class Tracked: Hashable, Sendable, Error {
  let id: Int
  private let onDeinit: @Sendable () -> Void

  init(_ id: Int = 0, onDeinit: @escaping @Sendable () -> Void = {}) {
    self.id = id
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }

  static func == (left: Tracked, right: Tracked) -> Bool { left.id == right.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
