/// A promise that a schedule broke.
struct Violation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

func require(_ condition: Bool, _ promise: @autoclosure () -> String) throws {
  if !condition { throw Violation(promise()) }
}
