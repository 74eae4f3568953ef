/// What calls compete for: a key or, where that is not equal to itself, as a NaN is not, the call alone: a table would never find it again.
@usableFromInline
enum KeyOrCall<Key: Hashable & Sendable>: Hashable, Sendable {
  case key(Key)
  case call(Generation)

  @inlinable
  init(_ key: Key, call: Generation) {
    self = key == key ? .key(key) : .call(call)
  }
}
