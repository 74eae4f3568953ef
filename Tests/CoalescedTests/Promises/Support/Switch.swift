import CoalescedTesting

/// Something that happens once, and that tasks await.
final class Switch: Sendable {
  private let state = WatchedState(false, patience: .ample)

  var isOn: Bool { state.update { $0 } }

  func turnOn() {
    state.update { $0 = true }
  }

  /// Waits until it is on.
  func isTurnedOn() async throws {
    try await state.wait(for: "a switch that is turned on", until: { $0 ? () : nil }, seen: { _ in "it off" })
  }
}
