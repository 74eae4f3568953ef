import Dispatch

/// One accepted socket: bytes in, one unanswered request at a time, bytes out. Used on the server's queue only.
final class Connection {
  /// The request that has not been answered to its last byte; further requests wait in the parser.
  private(set) var unanswered: LoopbackRequest?

  private let descriptor: Descriptor
  private let watchWritable: () -> DescriptorWatch
  private var reading: DescriptorWatch?
  /// Lives while the system takes no more bytes.
  private var writing: DescriptorWatch?
  private var handling: Task<Void, Never>?
  private var parser = RequestParser()
  private var unsent: ArraySlice<UInt8> = []
  /// The last response was given: what still arrives is thrown away, so that closing does not overtake the response.
  private var isFinishing = false

  /// - Parameter onReady: called when the socket can be read or written again, and when the peer is gone.
  init(_ descriptor: Descriptor, on queue: DispatchQueue, onReady: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    watchWritable = { DescriptorWatch(.writable, descriptor, on: queue, handler: onReady) }
    reading = DescriptorWatch(.readable, descriptor, on: queue, handler: onReady)
  }

  deinit {
    handling?.cancel()
    descriptor.endBoth()
  }

  /// Reads and writes what is possible now; false when the peer is gone.
  func transfer() -> Bool {
    receive() && flush()
  }

  /// The next request, when none is unanswered.
  func nextRequest() -> RequestParser.Outcome {
    unanswered == nil && !isFinishing ? parser.next() : .incomplete
  }

  func begin(_ request: LoopbackRequest, handledBy task: Task<Void, Never>) {
    unanswered = request
    handling = task
  }

  /// Answers the unanswered request, or with `isLast` what could not be read as one.
  func send(_ response: LoopbackResponse, isLast: Bool = false) {
    isFinishing = isLast || unanswered?.keepsConnection == false
    unsent = response.message(toMethod: unanswered?.method, isLast: isFinishing)[...]
    // A failure here shows again when the server is told that the peer is gone.
    _ = flush()
  }

  private func receive() -> Bool {
    switch descriptor.receive() {
    case .bytes(let bytes):
      if !isFinishing { parser.append(bytes) }
      // A client this far ahead of its responses is treated as gone.
      return !parser.isOverfull
    case .nothingYet:
      return true
    case .end:
      return false
    }
  }

  private func flush() -> Bool {
    guard !unsent.isEmpty else { return true }
    while !unsent.isEmpty {
      guard let count = descriptor.send(unsent) else { return false }
      if count == 0 {
        writing = writing ?? watchWritable()
        return true
      }
      unsent = unsent.dropFirst(count)
    }
    writing = nil
    unanswered = nil
    handling = nil
    if isFinishing { descriptor.endSending() }
    return true
  }
}
