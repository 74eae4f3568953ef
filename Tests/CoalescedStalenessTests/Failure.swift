struct Failure: Error, Equatable {
  let number: Int
}
