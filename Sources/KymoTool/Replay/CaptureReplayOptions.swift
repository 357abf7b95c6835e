import KymoBridge
import KymoCommandLine
import KymoRecording
import KymoText
import KymoTraffic

/// The options for the replay of a capture.
struct CaptureReplayOptions {
  /// The options that have an effect; all others of `replay` are for recordings.
  private static let names: Set = ["app", "mode", "ignore", "command", "format"]

  /// The capture.
  let path: String
  /// The app that dispatches its requests.
  let app: any App.Type
  /// Which requests are commands; nil for those of the bridge.
  let rule: CommandRule?
  /// How calls are read.
  let calls: CallRules
  /// The parts of replies that are not compared.
  let ignored: IgnoredParts
  /// The same, as it was typed.
  let ignoredTexts: [String]

  /// Reads the options.
  ///
  /// - Throws: a usage error that names an option which is for recordings, or says what is no rule or part of a reply.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    path = arguments.positional("recording")
    guard arguments.positionals("recording").count == 1 else {
      throw .usage("a capture is replayed alone; \(path.printable) is one")
    }
    try arguments.checkNone(
      but: Self.names,
      "is for recordings, and \(path) is a capture; import it first"
    )
    app = arguments.app
    rule = try arguments.commandRule()
    calls = CallRules(mode: arguments.callMode ?? .strict)
    ignoredTexts = arguments.texts("ignore")
    ignored = try Self.ignored(ignoredTexts)
  }

  /// Returns the parts that may differ.
  ///
  /// A header is none of them: a reply to a dispatched request has no headers to compare.
  private static func ignored(_ lists: [String]) throws(CommandFailure) -> IgnoredParts {
    for item in lists.flatMap({ $0.split(separator: ",") }) where !item.hasPrefix("json:/") {
      let why = item.hasPrefix("header:") ? ": a reply of handlers has no headers" : ""
      throw .usage("--ignore takes json:/POINTER for a capture; not '\(item)'\(why)")
    }
    do { return try IgnoredParts(lists) } catch { throw .usage("--ignore: \(error)") }
  }
}
