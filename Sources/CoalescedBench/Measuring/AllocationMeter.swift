import AllocationCounter

/// Counts the allocations of the whole process; one measurement at a time.
enum AllocationMeter {
  static var isAvailable: Bool { allocation_counter_available() }

  static func start() { allocation_counter_start() }
  static func stop() { allocation_counter_stop() }

  /// Blocks allocated since the start.
  static var allocations: Int { Int(allocation_counter_allocations()) }
  /// Bytes allocated and not freed since the start.
  static var liveBytes: Int { Int(allocation_counter_live_bytes()) }

  /// The median of several counts: what a thread of the runtime allocates for itself now and then is no call's.
  static func typical(of repetitions: Int, _ count: () async throws -> Int) async throws -> Int {
    var counts: [Int] = []
    for _ in 0..<repetitions { counts.append(try await count()) }
    counts.sort()
    return counts[counts.count / 2]
  }
}
