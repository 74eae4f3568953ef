extension Command {
  /// Reads the arguments that follow the program's name.
  init(arguments: [String]) throws(UsageError) {
    var words = WordReader(arguments)
    guard let first = try words.next() else {
      self = .claims(seed: 1)
      return
    }
    switch first {
    case "--help", "-h", "help": self = .help
    case "get": self = try Self.get(&words)
    case _ where first.hasPrefix("-"): self = try Self.claims(&words, first)
    default: throw UsageError("unknown command \(first.quoted)")
    }
  }

  private static func claims(_ words: inout WordReader, _ first: String) throws(UsageError) -> Command {
    var seed: UInt64 = 1
    var word: String? = first
    while let option = word {
      switch option {
      case "--help", "-h":
        return .help
      case "--seed":
        let value = try words.value(of: option)
        guard let number = UInt64(value) else { throw UsageError("--seed takes a whole number from 0, not \(value.quoted)") }
        seed = number
      default:
        throw UsageError(option.hasPrefix("-") ? "unknown option \(option.quoted)" : "unexpected argument \(option.quoted)")
      }
      word = try words.next()
    }
    return .claims(seed: seed)
  }

  private static func get(_ words: inout WordReader) throws(UsageError) -> Command {
    var options = GetOptions()
    while let word = try words.next() {
      switch word {
      case "--help", "-h":
        return .help
      case "--callers":
        let value = try words.value(of: word)
        guard let number = Int(value), GetOptions.callerRange.contains(number) else {
          throw UsageError("--callers takes a whole number from 1 to 10000, not \(value.quoted)")
        }
        options.callers = number
      case "--timeout":
        let value = try words.value(of: word)
        guard let seconds = Double(value), seconds > 0, seconds <= GetOptions.longestTimeout else {
          throw UsageError("--timeout takes seconds, more than 0 and at most 3600, not \(value.quoted)")
        }
        options.timeout = .seconds(seconds)
      case "-H", "--header":
        options.headers.append(try header(words.value(of: word)))
      case "--compare":
        options.compares = true
      case _ where word.hasPrefix("-"):
        throw UsageError("unknown option \(word.quoted)")
      default:
        options.urls.append(word)
      }
    }
    guard !options.urls.isEmpty else { throw UsageError("get needs a URL") }
    return .get(options)
  }

  /// A field line of RFC 9110 (5.1, 5.5). Its value can be a secret and is not repeated.
  private static func header(_ line: String) throws(UsageError) -> (name: String, value: String) {
    guard let colon = line.firstIndex(of: ":") else { throw UsageError("-H takes 'Name: value', with a colon") }
    let name = line[..<colon]
    guard !name.isEmpty, name.utf8.allSatisfy(isTokenByte) else {
      throw UsageError("-H takes 'Name: value'; \(String(name).quoted) is no header name")
    }
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    guard !value.isEmpty else { throw UsageError("-H \(name) has no value") }
    guard value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
      throw UsageError("the value of -H \(name) has a control character")
    }
    return (String(name), String(value))
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}
