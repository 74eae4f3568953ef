/// One message of the kernel's routing socket (rtnetlink(7)), and the parsing of many.
///
/// Whatever does not parse ends the parsing: bytes are never read beyond their end.
package struct NetlinkMessage {
  package static let done: UInt16 = 3
  package static let error: UInt16 = 2
  package static let newLink: UInt16 = 16
  package static let newRoute: UInt16 = 24

  /// The length of the header: length, type, flags, sequence number, port.
  package static let headerLength = 16

  package let type: UInt16
  package let sequence: UInt32
  package let payload: ArraySlice<UInt8>

  /// The messages that a buffer holds, one after another, each aligned to four bytes.
  package static func parse(_ bytes: ArraySlice<UInt8>) -> [NetlinkMessage] {
    var messages: [NetlinkMessage] = []
    var rest = bytes
    while let length = rest.integer(at: 0, as: UInt32.self).flatMap(Int.init(exactly:)), length >= headerLength, length <= rest.count,
      let type = rest.integer(at: 4, as: UInt16.self), let sequence = rest.integer(at: 8, as: UInt32.self)
    {
      let payload = rest.prefix(length).dropFirst(headerLength)
      messages.append(NetlinkMessage(type: type, sequence: sequence, payload: payload))
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return messages
  }

  /// The attributes that follow a message's fixed part: the last of each type.
  package static func attributes(_ bytes: ArraySlice<UInt8>) -> [UInt16: ArraySlice<UInt8>] {
    var attributes: [UInt16: ArraySlice<UInt8>] = [:]
    var rest = bytes
    while let length = rest.integer(at: 0, as: UInt16.self).map(Int.init), length >= 4, length <= rest.count,
      let type = rest.integer(at: 2, as: UInt16.self)
    {
      attributes[type] = rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst((length + 3) & ~3)
    }
    return attributes
  }
}

extension ArraySlice<UInt8> {
  /// The integer at an offset from the beginning, in the byte order of the machine; `nil` beyond the end.
  package func integer<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Integer.Type) -> Integer? {
    guard offset >= 0, offset + MemoryLayout<Integer>.size <= count else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
  }
}
