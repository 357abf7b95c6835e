import KymoCapture
import KymoClient
import KymoCore
import KymoHTTP
import KymoText
import KymoTraffic

/// `kymo replay F.pcap --target URL`: the requests of a capture to a live server, and its replies beside
/// the captured ones.
enum TargetReplay {
  /// The options of other replays, which have no effect here.
  private static let foreignOptions = [
    "max-gap", "app", "mode", "sandbox", "rings", "record", "output", "compression", "tolerance",
    "command", "require-commands", "pauses", "fault", "clock", "verify", "accept", "no-trace",
    "perturb", "instances", "strict",
  ]

  /// `--target URL`.
  static let target = OptionSpecification.target(
    help:
      "Send the requests of a capture to a live server, http://HOST:PORT, and compare its replies."
  )
  /// `--map json:/POINTER`.
  static let map = OptionSpecification(
    "map",
    "FIELD",
    isRepeatable: true,
    help: """
      With --target: put the value that a new reply has at json:/POINTER where the captured reply's \
      value stands in later requests, with commas between several.
      """
  )

  static func run(
    _ arguments: ParsedArguments,
    _ console: inout Console
  ) throws(CommandFailure) -> ExitStatus {
    let path = arguments.positional("recording")
    try arguments.check(foreignOptions, haveEffectIf: false, "has no effect with --target")
    let target = try arguments.target()
    let ignored = try ignored(arguments.texts("ignore"))
    let rules = try rules(arguments.texts("map"))
    guard CaptureFile.magic(of: path) != nil else {
      throw .usage(
        "--target takes a capture, and \(path) is none; write one with: \(arguments.tool.name) export "
          + "\(path.shellQuoted) --to pcap -o FILE"
      )
    }
    let options = try options(arguments)
    let extractor = CaptureExtractor(try CaptureFile.open(path))
    let interrupt = console.interrupt
    let requests = CapturedRequests(extractor) { interrupt.isRequested }
    if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
    guard !requests.exchanges.isEmpty else {
      if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
      throw CommandFailure(
        file: path,
        requests.count == 0 ? "it has no HTTP" : "it has no request that can be sent again",
        remedy: "see \(.tool) inspect"
      )
    }
    let replay = HTTPReplay(requests.exchanges, target: target, rules: rules, options: options)
    console.note("sending \(requests.exchanges.count) requests to \(target.text)")
    var result: HTTPReplayResult
    do throws(ClientError) {
      result = try replay.run { interrupt.isRequested }
    } catch {
      throw CommandFailure(
        file: target.text,
        "the server cannot be reached: \(error)",
        remedy: "is it running, and is this its port?"
      )
    }
    var comparison = ReplyComparison(ignoring: ignored)
    for (index, exchange) in requests.exchanges.enumerated() {
      switch result.exchanges[index].outcome {
      case .notSent: continue
      case .neverSent(let error):
        comparison.fail(exchange, "never sent: \(error)", index: index)
      case .failed(let error): comparison.fail(exchange, "\(error)", index: index)
      case .replied(let reply):
        let expected = exchange.reply.map { result.map.expected($0) }
        comparison.add(exchange, expected: expected, actual: reply, index: index)
      }
    }
    let report = TargetReplayReport(
      path: path,
      target: target,
      speed: arguments.text("speed"),
      requests: requests,
      result: result,
      comparison: comparison.result,
      ignored: arguments.texts("ignore")
    )
    if arguments.wantsJSON { console.print(report.json) } else { report.print(to: &console) }
    if let problem = extractor.problem { throw CommandFailure(problem, file: path) }
    if result.wasInterrupted { console.complain("interrupted") }
    return report.status
  }

  private static func ignored(_ lists: [String]) throws(CommandFailure) -> IgnoredParts {
    do { return try IgnoredParts(lists) } catch {
      throw .usage(
        "--ignore takes header:NAME and json:/POINTER with --target; not '\(error.item)'"
      )
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

  private static func options(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> HTTPReplayOptions {
    var options = HTTPReplayOptions()
    if case .times(let factor) = arguments.speed("speed") { options.speed = factor }
    options.replyTimeoutNanoseconds = arguments.nanoseconds("timeout")
    guard options.replyTimeoutNanoseconds > 0 else { throw .usage("--timeout must not be 0") }
    return options
  }
}
