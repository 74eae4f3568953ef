import CoalescedTesting

/// Values in the order in which they came, which a test can await.
final class Log<Element: Sendable>: Sendable {
  private let state = WatchedState<[Element]>([], patience: .ample)

  var elements: [Element] { state.update { $0 } }

  func append(_ element: Element) {
    state.update { $0.append(element) }
  }

  /// The first `count` values, once there are as many.
  @discardableResult
  func first(_ count: Int) async throws -> [Element] {
    try await state.wait(for: "\(count) values") {
      $0.count >= count ? Array($0.prefix(count)) : nil
    } seen: {
      "\($0.count)"
    }
  }
}
