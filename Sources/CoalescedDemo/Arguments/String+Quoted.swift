extension String {
  /// As it can be shown on one line, whatever is in it.
  var quoted: String {
    count > 200 ? "\(prefix(200).debugDescription)…" : debugDescription
  }
}
