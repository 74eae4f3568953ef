/// The newest known record of each thing, whatever the order in which records and removals arrive.
///
/// A newer record replaces an older one; an equal or older one is rejected. A removal wins over a record of its own version and older, and leaves
/// a tombstone, so that such a record cannot bring the thing back. The same records and removals therefore end in the same state in every order
/// and however often each is repeated.
///
/// A value without a lock, for state that an actor already isolates. Merging, removing and looking up are O(1).
public struct MonotonicStore<Entity: Versioned>: Sendable {
  /// What became of a record.
  public enum MergeOutcome: Sendable {
    /// The thing was unknown, or deleted at an older version.
    case inserted
    /// The record took the place of this older one.
    case replaced(Entity)
    /// The stored record has the same version or a newer one.
    case rejected(stored: Entity)
    /// The thing was deleted at the same version or a newer one.
    case rejectedDeleted(at: Entity.Version)
  }

  /// An identifier is in here or among the tombstones, never in both.
  @usableFromInline package var live: [Entity.ID: Entity]
  @usableFromInline package var tombstones: [Entity.ID: Entity.Version]
  @usableFromInline package var rejections: Int

  /// A store that knows nothing.
  @inlinable
  public init() {
    live = [:]
    tombstones = [:]
    rejections = 0
  }

  /// The newest record of one thing; `nil` when it is unknown or deleted.
  @inlinable
  public subscript(id: Entity.ID) -> Entity? {
    live[id]
  }

  /// The newest record of each thing, without the deleted.
  @inlinable public var entities: [Entity.ID: Entity] { live }

  /// How many records and removals came too late, since the store was made or reset. It depends on the order of arrival.
  @inlinable public var rejectedCount: Int { rejections }

  /// Takes a record if it is newer than what is known.
  @inlinable
  @discardableResult
  public mutating func merge(_ entity: Entity) -> MergeOutcome {
    let id = entity.id
    if let stored = live[id] {
      guard entity.version > stored.version else {
        rejections += 1
        return .rejected(stored: stored)
      }
      live[id] = entity
      return .replaced(stored)
    }
    if let deleted = tombstones[id] {
      guard entity.version > deleted else {
        rejections += 1
        return .rejectedDeleted(at: deleted)
      }
      tombstones[id] = nil
    }
    live[id] = entity
    return .inserted
  }

  /// Takes each record that is newer than what is known when its turn comes.
  ///
  /// - Returns: How many were taken, and how many came too late.
  @inlinable
  @discardableResult
  public mutating func merge(contentsOf records: some Sequence<Entity>) -> (accepted: Int, rejected: Int) {
    var counts = (accepted: 0, rejected: 0)
    for record in records {
      switch merge(record) {
      case .inserted, .replaced: counts.accepted += 1
      case .rejected, .rejectedDeleted: counts.rejected += 1
      }
    }
    return counts
  }

  /// Deletes a thing as of a version, known or not, and remembers it.
  ///
  /// - Returns: Whether the removal was taken: `false` when a newer record is stored, or the thing was deleted at that version or later.
  @inlinable
  @discardableResult
  public mutating func remove(_ id: Entity.ID, version: Entity.Version) -> Bool {
    if let stored = live[id] {
      guard version >= stored.version else {
        rejections += 1
        return false
      }
      live[id] = nil
    } else if let deleted = tombstones[id], version <= deleted {
      rejections += 1
      return false
    }
    tombstones[id] = version
    return true
  }

  /// Forgets deletions older than a version, which would otherwise grow without end. O(tombstones).
  ///
  /// Drop only below a version that no late arrival can be older than: a record older than its dropped tombstone is taken as new.
  @inlinable
  public mutating func dropTombstones(below version: Entity.Version) {
    tombstones = tombstones.filter { $0.value >= version }
  }

  /// Begins a new epoch with nothing known: for when the versions of the source have begun again.
  @inlinable
  public mutating func reset() {
    self = MonotonicStore()
  }
}

extension MonotonicStore.MergeOutcome: Equatable where Entity: Equatable {}
