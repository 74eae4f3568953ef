import Foundation

/// The system refused a socket.
package struct SocketError: Error, CustomStringConvertible {
  let call: String
  let code: Int32

  package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
