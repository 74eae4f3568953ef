extension Subject {
  /// A loop of calls, one after another, that lead, and add up their results.
  ///
  /// - Parameter sum: what the results of that many calls come to: it consumes them, and shows that every call got its own.
  static func calls(
    _ name: String,
    count: Int,
    sum: @escaping @Sendable (_ calls: Int) -> Int = { $0 * ($0 + 1) / 2 },
    _ loop: @escaping @Sendable (_ calls: Int) async throws -> Int
  ) -> Subject {
    Subject(
      name: name,
      round: {
        let watch = Stopwatch()
        let result = try await loop(count)
        let sample = watch.sample(per: count)
        try check(result, is: sum(count), of: name)
        return sample
      },
      footprint: {
        let counted = 200
        let allocations = try await AllocationMeter.typical(of: 15) {
          AllocationMeter.start()
          defer { AllocationMeter.stop() }
          try check(try await loop(counted), is: sum(counted), of: name)
          return AllocationMeter.allocations
        }
        return Footprint(allocations: Double(allocations) / Double(counted))
      }
    )
  }

  static func check(_ result: Int, is expected: Int, of name: String) throws {
    guard result == expected else { throw BenchError.wrongResult(subject: name, got: result, expected: expected) }
  }
}
