/// The words of a command line, one after the other; `--name=value` is two.
struct WordReader {
  private var words: ArraySlice<String>
  /// What followed the equals sign of the word that was read last.
  private var attached: (option: String, value: String)?

  init(_ words: [String]) {
    self.words = words[...]
  }

  /// The next word; `nil` at the end.
  mutating func next() throws(UsageError) -> String? {
    if let attached { throw UsageError("\(attached.option) takes no value") }
    guard let word = words.popFirst() else { return nil }
    guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return word }
    let option = String(word[..<equals])
    attached = (option, String(word[word.index(after: equals)...]))
    return option
  }

  /// What an option was given, whatever it looks like.
  mutating func value(of option: String) throws(UsageError) -> String {
    if let attached {
      self.attached = nil
      return attached.value
    }
    guard let word = words.popFirst() else { throw UsageError("\(option) needs a value") }
    return word
  }
}
