import KymoCommandLine
import KymoRecording
import KymoText

/// A command of `kymo debug`.
enum DebugOrder: Equatable {
  /// Where `goto` goes.
  enum Place: Equatable {
    case start, end
    case step(UInt64)
    case input(UInt64)
    case time(SessionPlace)
  }

  /// The condition of a breakpoint, as it was typed.
  enum Condition: Equatable {
    case command(String)
    case outcome(String)
    case error(String)
    case text(String)
    case step(UInt64)
    case divergence
  }

  case goTo(Place)
  case next(UInt64)
  case back(UInt64)
  case goOn, goBack
  case setBreakpoint(Condition)
  case breakpoints
  case delete(Int)
  case show(isJSON: Bool)
  case counters
  case list(UInt64)
  case info, digest, divergence, help, quit

  /// How many steps `list` shows on each side at most.
  static let longestList: UInt64 = 1000

  /// Reads a line; nil if it is empty or a comment.
  ///
  /// - Throws: what the line lacks.
  init?(_ line: String) throws(DebugOrderError) {
    let trimmed = line.trimmingSpaces
    guard !trimmed.isEmpty, !trimmed.hasPrefix("#") else { return nil }
    let word = trimmed.prefix { $0 != " " }
    let rest = String(trimmed.dropFirst(word.count)).trimmingSpaces
    switch word {
    case "goto", "g": self = .goTo(try Self.place(rest))
    case "next", "n": self = .next(try Self.count(rest, of: word, usual: 1))
    case "back", "b": self = .back(try Self.count(rest, of: word, usual: 1))
    case "break": self = .setBreakpoint(try Self.condition(rest))
    case "delete", "d":
      self = .delete(Int(clamping: try Self.count(rest, of: word, usual: nil)))
    case "list", "l":
      self = .list(min(try Self.count(rest, of: word, usual: 5), Self.longestList))
    case "print", "p":
      guard rest.isEmpty || rest == "--json" else { throw Self.superfluous(word, rest) }
      self = .show(isJSON: rest == "--json")
    default:
      guard let order = Self.words[String(word)] else {
        throw DebugOrderError(message: "'\(word)' is no command; 'help' lists them")
      }
      guard rest.isEmpty else { throw Self.superfluous(word, rest) }
      self = order
    }
  }

  /// The commands that take nothing.
  private static let words: [String: DebugOrder] = [
    "continue": .goOn, "c": .goOn, "reverse-continue": .goBack, "rc": .goBack,
    "breakpoints": .breakpoints, "counters": .counters, "info": .info, "i": .info,
    "digest": .digest, "divergence": .divergence, "help": .help, "h": .help, "quit": .quit,
    "q": .quit,
  ]

  /// The help of the prompt.
  static let helpText = """
    goto N               the step N, from 0; also: start, end, input:N, 12.5s, at:12.5s
    next [N]  back [N]   N steps on, or back; one if not given
    continue             on to the next breakpoint, or to the end
    reverse-continue     back to the last breakpoint, or to the start
    break command NAME   stop at steps of a command
    break outcome NAME   … that ended as completed, exited, invalid, failed, malformed or unknown
    break error NAME     … with an error, by its name or code
    break text TEXT      … whose message or reply contains TEXT
    break event N        … at the step N
    break divergence     … at the first step that is not as recorded
    breakpoints          list them;  delete N removes one
    print [--json]       the step: event, parameters, handlers, what they raised, reply, outcome
    list [N]             N steps before and after
    counters             what the app has counted up to here
    digest  info         the digest of all steps so far; where you are
    divergence           the first difference from the recording, field by field
    quit
    """

  private static func superfluous(_ word: Substring, _ rest: String) -> DebugOrderError {
    DebugOrderError(message: "'\(word)' takes no '\(rest)'")
  }

  private static func count(
    _ text: String,
    of word: Substring,
    usual: UInt64?
  ) throws(DebugOrderError) -> UInt64 {
    if text.isEmpty, let usual { return usual }
    guard let number = UInt64(text) else {
      throw DebugOrderError(message: "'\(word)' takes a number; not '\(text)'")
    }
    return number
  }

  private static func place(_ text: String) throws(DebugOrderError) -> Place {
    if let number = UInt64(text) { return .step(number) }
    if text == "start" { return .start }
    if text == "end" { return .end }
    if text.hasPrefix("step:"), let number = UInt64(text.dropFirst(5)) { return .step(number) }
    switch SessionPlace(text: text) {
    case .input(let number): return .input(number)
    case .some(let place): return .time(place)
    case nil:
      throw DebugOrderError(
        message: """
          'goto' takes a step such as 5000, an input such as input:5000, a time after the first \
          input such as 12.5s, a time stamp such as at:12.5s, start or end; not '\(text)'
          """
      )
    }
  }

  private static func condition(_ text: String) throws(DebugOrderError) -> Condition {
    let kind = text.prefix { $0 != " " }
    let value = String(text.dropFirst(kind.count)).trimmingSpaces
    switch kind {
    case "divergence" where value.isEmpty: return .divergence
    case "command" where !value.isEmpty: return .command(value)
    case "outcome" where !value.isEmpty: return .outcome(value)
    case "error" where !value.isEmpty: return .error(value)
    case "text" where !value.isEmpty: return .text(value)
    case "event", "step": return .step(try count(value, of: "break \(kind)", usual: nil))
    default:
      throw DebugOrderError(
        message: "'break' takes command NAME, outcome NAME, error NAME, text TEXT, event N or "
          + "divergence; not '\(text)'"
      )
    }
  }
}

extension String {
  /// The text without spaces at its ends.
  fileprivate var trimmingSpaces: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
