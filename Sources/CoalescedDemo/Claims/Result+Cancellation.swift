extension Result {
  var isCancellation: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
