import Coalesced

/// One cell of `Documentation/StateTable.md`: a state, an event, and what must follow.
struct TableCell: Sendable, CustomStringConvertible {
  /// Event, state and, where they decide, conditions: `leave.running+last`.
  let id: String
  let situation: Situation
  let event: TableEvent
  /// The whole effect.
  let answer: TableAnswer
  /// The state of the flight afterwards.
  let next: String
  /// The flight that `next` is about.
  let flight: FlightIdentity

  var description: String { id }
  /// The state that the event meets.
  var state: Substring { id.drop { $0 != "." }.dropFirst().prefix { $0 != "+" } }

  init(_ id: String, _ situation: Situation, _ event: TableEvent, _ answer: TableAnswer, _ next: String, of flight: FlightIdentity? = nil) {
    self.id = id
    self.situation = situation
    self.event = event
    self.answer = answer
    self.next = next
    self.flight = flight ?? situation.flight
  }

  /// Its row in the document.
  var row: String { "| `\(id)` | \(next) | \(answer.words) |" }

  /// One cell for each state, for an event that changes none.
  static func unchanged(
    _ event: String,
    _ answer: TableAnswer,
    in situations: [Situation] = Situation.all,
    _ make: (Situation) -> TableEvent
  ) -> [TableCell] {
    situations.map { TableCell("\(event).\($0.state)", $0, make($0), answer, $0.state) }
  }
}

extension TextTable {
  /// The word of the document for the state of a flight.
  func word(for flight: FlightIdentity) -> String {
    let state = state(of: flight)
    return switch state.phase {
    case .free: "absent"
    case .queued: "queued"
    case .running: !state.isListed ? "forgotten" : state.waiting == 0 ? "lingering" : "running"
    case .draining: "draining"
    case .reusable: "reusable"
    case .ended: "ended"
    }
  }
}
