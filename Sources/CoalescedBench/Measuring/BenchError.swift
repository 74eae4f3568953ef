/// Why a measurement was given up: what ran was not what was to be measured.
enum BenchError: Error, CustomStringConvertible {
  case wrongResult(subject: String, got: Int, expected: Int)
  case neverParked(subject: String)

  var description: String {
    switch self {
    case .wrongResult(let subject, let got, let expected): "\(subject): the results sum up to \(got), not \(expected)"
    case .neverParked(let subject): "\(subject): the callers were not all waiting after a minute"
    }
  }
}
