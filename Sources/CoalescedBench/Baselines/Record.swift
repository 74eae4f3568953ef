import CoalescedStaleness

/// A record as a service sends them.
struct Record: Versioned {
  let id: Int
  let version: Int
  let score: Int
}
