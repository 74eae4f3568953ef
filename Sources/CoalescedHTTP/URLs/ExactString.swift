/// Text compared byte for byte.
///
/// `String` compares by canonical equivalence: an `é` of one scalar equals an `é` of two. On the wire, and in a credential,
/// they are different.
package struct ExactString: Hashable, Comparable, Sendable {
  package let string: String

  package init(_ string: String) {
    var string = string
    string.makeContiguousUTF8()
    self.string = string
  }

  package static func == (left: ExactString, right: ExactString) -> Bool {
    let contiguous = left.string.utf8.withContiguousStorageIfAvailable { left in
      right.string.utf8.withContiguousStorageIfAvailable { haveEqualBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer($0)) }
    }
    return (contiguous ?? nil) ?? left.string.utf8.elementsEqual(right.string.utf8)
  }

  package static func < (left: ExactString, right: ExactString) -> Bool {
    let contiguous = left.string.utf8.withContiguousStorageIfAvailable { left in
      right.string.utf8.withContiguousStorageIfAvailable { left.lexicographicallyPrecedes($0) }
    }
    return (contiguous ?? nil) ?? left.string.utf8.lexicographicallyPrecedes(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    let fed: Void? = string.utf8.withContiguousStorageIfAvailable { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    if fed == nil {
      for byte in string.utf8 { hasher.combine(byte) }
    }
    // No UTF-8 text holds this byte: it ends the text, so that two neighbours do not hash like two others with the border moved.
    hasher.combine(0xFF as UInt8)
  }

  /// Eight bytes at a time.
  private static func haveEqualBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    guard left.count == right.count else { return false }
    var offset = 0
    while left.count - offset >= 8 {
      let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    return left[offset...].elementsEqual(right[offset...])
  }
}

extension ExactString {
  /// The text without outer spaces and tabs, which RFC 9110 (5.5) does not count as part of a field's value.
  static func trimmed(_ string: String) -> ExactString {
    let utf8 = string.utf8
    guard let first = utf8.first, let last = utf8.last, first.isBlank || last.isBlank else { return ExactString(string) }
    var rest = utf8[...]
    while let byte = rest.first, byte.isBlank { rest.removeFirst() }
    while let byte = rest.last, byte.isBlank { rest.removeLast() }
    return ExactString(String(decoding: rest, as: UTF8.self))
  }

  /// The name of a header field as keys hold it: trimmed, its ASCII letters in lower case, and nothing else changed.
  static func fieldName(_ string: String) -> ExactString {
    let name = trimmed(string)
    let utf8 = name.string.utf8
    guard utf8.contains(where: \.isUppercaseLetter) else { return name }
    return ExactString(
      String(unsafeUninitializedCapacity: utf8.count) { buffer in
        var count = 0
        for byte in utf8 {
          buffer[count] = byte.lowercased
          count += 1
        }
        return count
      }
    )
  }
}
