/// Every order of the steps that `requires` allows: a step comes after each step that it names.
func forEachOrder<Step: Hashable>(of steps: [Step], requires: [Step: [Step]] = [:], _ body: ([Step]) throws -> Void) rethrows {
  var order: [Step] = []
  func extend(_ rest: [Step]) throws {
    if rest.isEmpty { return try body(order) }
    for (index, step) in rest.enumerated() where requires[step, default: []].allSatisfy(order.contains) {
      var others = rest
      others.remove(at: index)
      order.append(step)
      try extend(others)
      order.removeLast()
    }
  }
  try extend(steps)
}
