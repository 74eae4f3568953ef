import Foundation

/// The memory of this process.
enum ResidentMemory {
  /// In bytes; `nil` where the system does not say.
  static var now: Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * 4_096 } : nil
  }

  /// Whether it can be measured: a sanitizer keeps what was freed.
  static var isMeaningful: Bool {
    now != nil && dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
  }

  /// Swift Testing notes a backtrace of each error that is thrown, by the address of the error, and keeps it until the test ends: more and
  /// more memory where many tasks throw. From here on it notes none in this process.
  static func keepNoBacktraces() {
    guard let symbol = dlsym(nil, "_swift_setWillThrowHandler") else { return }
    unsafeBitCast(symbol, to: (@convention(c) (UnsafeRawPointer?) -> Void).self)(nil)
  }
}
