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
}
