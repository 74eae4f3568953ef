/// A record that says which thing it describes and how new it is.
///
/// The identifier and the version together determine the record: two records with the same of both are the same record. A version is the source's own
/// (a row version, a log position, a logical clock), totally ordered. A record that came without one has no place in the order: version
/// zero would call it the oldest of all, so let decoding fail or ask the source again.
public protocol Versioned: Sendable {
  /// What identifies the thing.
  associatedtype ID: Hashable & Sendable
  /// What orders the states of one thing.
  associatedtype Version: Comparable & Sendable

  /// The thing that the record describes.
  var id: ID { get }
  /// How new the record is, among those with its identifier.
  var version: Version { get }
}
