import Dispatch

/// Calls a handler whenever a descriptor is ready, as long as this object lives; keeps the descriptor open until the last call is over.
final class DescriptorWatch {
  enum Readiness { case readable, writable }

  private let source: any DispatchSourceProtocol

  init(_ readiness: Readiness, _ descriptor: Descriptor, on queue: DispatchQueue, handler: @escaping @Sendable () -> Void) {
    switch readiness {
    case .readable: source = DispatchSource.makeReadSource(fileDescriptor: descriptor.number, queue: queue)
    case .writable: source = DispatchSource.makeWriteSource(fileDescriptor: descriptor.number, queue: queue)
    }
    source.setEventHandler(handler: handler)
    source.setCancelHandler { withExtendedLifetime(descriptor) {} }
    source.activate()
  }

  deinit { source.cancel() }
}
