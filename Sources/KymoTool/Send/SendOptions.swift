import KymoCapture
import KymoClient
import KymoCommandLine
import KymoHTTP
import KymoTraffic

/// The options for sending a capture, beside the capture.
struct SendOptions {
  /// The server.
  let target: HTTPTarget
  /// The parts of replies that are not compared.
  let ignored: IgnoredParts
  /// Which values of new replies take the place of captured ones.
  let rules: [ValueRule]
  /// How requests are sent.
  let sending: HTTPReplayOptions

  /// Reads the options.
  ///
  /// - Throws: a usage error that says what is no server, field or rule.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    target = try arguments.target()
    ignored = try Self.ignored(arguments.texts("ignore"))
    rules = try Self.rules(arguments.texts("map"))
    var sending = HTTPReplayOptions()
    if case .times(let factor) = arguments.speed("speed") { sending.speed = factor }
    sending.replyTimeoutNanoseconds = arguments.nanoseconds("timeout")
    guard sending.replyTimeoutNanoseconds > 0 else { throw .usage("--timeout must not be 0") }
    self.sending = sending
  }

  /// Returns the replay that sends the requests of some exchanges.
  func replay(of exchanges: [HTTPExchange]) -> HTTPReplay {
    HTTPReplay(exchanges, target: target, rules: rules, options: sending)
  }

  private static func ignored(_ lists: [String]) throws(CommandFailure) -> IgnoredParts {
    do { return try IgnoredParts(lists) } catch {
      throw .usage("--ignore takes header:NAME and json:/POINTER; not '\(error.item)'")
    }
  }

  private static func rules(_ lists: [String]) throws(CommandFailure) -> [ValueRule] {
    var rules: [ValueRule] = []
    for item in lists.flatMap({ $0.split(separator: ",") }) {
      guard let rule = ValueRule(String(item)) else {
        throw .usage("--map takes json:/POINTER, such as json:/token; not '\(item)'")
      }
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules
  }
}
