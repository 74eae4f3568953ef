#if os(Linux)
  import CoalescedReachability
  import Foundation

  /// A network of its own for one test: nothing in it but a loopback that is down. It goes with its last reference.
  final class NetworkNamespace: Sendable {
    struct Failure: Error {
      let command: String
    }

    /// Whether this process may make one.
    static var isAvailable: Bool {
      guard geteuid() == 0, let namespace = try? NetworkNamespace() else { return false }
      return (try? namespace.ip("link")) != nil
    }

    private let name = "coalesced-\(UInt32.random(in: .min ... .max))"

    init() throws {
      try Self.run(["netns", "add", name])
    }

    deinit {
      try? Self.run(["netns", "del", name])
    }

    /// Runs `ip` with arguments that are separated by spaces, inside.
    func ip(_ arguments: String) throws {
      try Self.run(["-n", name] + arguments.split(separator: " ").map(String.init))
    }

    /// Makes a monitor whose sockets a thread makes that has entered the namespace. The thread leaves it again before it wakes
    /// anybody: a thread of the pool that started meanwhile would have inherited the namespace, for all other tests.
    func makeMonitor() async throws -> PathNetworkMonitor {
      try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { [name] in
          // The C library's module leaves this function out.
          typealias SetNamespace = @convention(c) (Int32, Int32) -> Int32
          guard let symbol = dlsym(nil, "setns") else { return continuation.resume(throwing: Failure(command: "setns")) }
          let setNamespace = unsafeBitCast(symbol, to: SetNamespace.self)
          let home = open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC)
          let namespace = open("/run/netns/\(name)", O_RDONLY | O_CLOEXEC)
          defer {
            close(home)
            close(namespace)
          }
          guard home >= 0, setNamespace(namespace, 0) == 0 else { return continuation.resume(throwing: Failure(command: "setns")) }
          let notifications = NetlinkSocket(notifications: true)
          let requests = NetlinkSocket(notifications: false)
          precondition(setNamespace(home, 0) == 0, "NetworkNamespace: the thread cannot leave it")
          guard let notifications, let requests else { return continuation.resume(throwing: Failure(command: "socket")) }
          continuation.resume(returning: PathNetworkMonitor(notifications: notifications, requests: requests))
        }
      }
    }

    private static func run(_ arguments: [String]) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["ip"] + arguments
      process.standardError = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { throw Failure(command: arguments.joined(separator: " ")) }
    }
  }
#endif
