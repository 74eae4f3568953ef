/// One piece of a query between two `&`, as offsets into its bytes. Its name ends at the first `=`, or where it ends.
struct QueryField {
  let start: Int
  let nameEnd: Int
  let end: Int

  /// The piece that begins at `start` of a query that ends at `queryEnd`.
  init(_ bytes: Span<UInt8>, from start: Int, queryEnd: Int) {
    var end = start
    var nameEnd: Int?
    while end < queryEnd, bytes[end] != UInt8(ascii: "&") {
      if nameEnd == nil, bytes[end] == UInt8(ascii: "=") { nameEnd = end }
      end += 1
    }
    self.start = start
    self.nameEnd = nameEnd ?? end
    self.end = end
  }

  /// Whether this name comes before that of another piece of the same bytes.
  func isNamedBefore(_ other: QueryField, in bytes: Span<UInt8>) -> Bool {
    let length = nameEnd - start
    let otherLength = other.nameEnd - other.start
    for offset in 0..<min(length, otherLength) {
      let byte = bytes[start + offset]
      let otherByte = bytes[other.start + offset]
      if byte != otherByte { return byte < otherByte }
    }
    return length < otherLength
  }

  /// Whether no piece of a query has a name that belongs before the name of the piece in front of it.
  static func areSorted(_ bytes: Span<UInt8>, in query: Range<Int>) -> Bool {
    var last = QueryField(bytes, from: query.lowerBound, queryEnd: query.upperBound)
    while last.end < query.upperBound {
      let next = QueryField(bytes, from: last.end + 1, queryEnd: query.upperBound)
      if next.isNamedBefore(last, in: bytes) { return false }
      last = next
    }
    return true
  }

  /// The pieces of a query by name; those of one name in the order in which they were written (the library's sort is stable).
  static func sorted(_ query: [UInt8]) -> [UInt8] {
    var fields = [QueryField(query.span, from: 0, queryEnd: query.count)]
    while let last = fields.last, last.end < query.count {
      fields.append(QueryField(query.span, from: last.end + 1, queryEnd: query.count))
    }
    fields.sort { $0.isNamedBefore($1, in: query.span) }
    var output: [UInt8] = []
    output.reserveCapacity(query.count)
    for (position, field) in fields.enumerated() {
      if position > 0 { output.append(UInt8(ascii: "&")) }
      output.append(contentsOf: query[field.start..<field.end])
    }
    return output
  }
}
