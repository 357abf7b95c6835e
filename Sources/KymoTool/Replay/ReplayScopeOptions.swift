import KymoCommandLine
import KymoRecording

/// The options of `kymo replay` that say which part of a session is replayed, and how often.
enum ReplayScopeOptions {
  /// The options.
  static let options = [
    OptionSpecification(
      "start",
      "PLACE",
      help: """
        Replay from PLACE on: seconds after the first input such as 12.5 or 2m, a moment such as \
        2026-11-26T10:00:00Z, the time stamp at:12.5s, or input:5000.
        """
    ),
    OptionSpecification("end", "PLACE", help: "Stop before PLACE, written in the same way."),
    OptionSpecification(
      "loop",
      "N",
      kind: .integer(1...1_000_000),
      default: "1",
      help: "Replay the range N times; time goes on, and the app keeps its state."
    ),
  ]

  /// `--warm-start`.
  static let warmStart = FlagSpecification(
    "warm-start",
    help: "Run the app through everything before --start first, at full speed and not counted."
  )

  /// The names of those that choose a part.
  private static let names = ["start", "end", "loop"]

  /// Reads the options.
  ///
  /// - Throws: a usage error that names what is no place, has no effect, or cannot go together.
  static func scope(_ arguments: ParsedArguments) throws(CommandFailure) -> ReplayScope {
    var scope = ReplayScope()
    scope.start = try arguments.place("start")
    scope.end = try arguments.place("end")
    scope.isWarm = arguments.flag(warmStart.name)
    scope.rounds = arguments.integer("loop")
    try check(scope, arguments)
    return scope
  }

  private static func check(
    _ scope: ReplayScope,
    _ arguments: ParsedArguments
  ) throws(CommandFailure) {
    try arguments.check([warmStart.name], haveEffectIf: scope.start != nil, "needs --start")
    if let start = scope.start, let end = scope.end, !mayPrecede(start, end) {
      throw .usage("--end must lie after --start")
    }
    let isSeries = arguments.positionals("recording").count > 1
    if arguments.flag("accept"), !scope.isWhole || isSeries {
      throw .usage("--accept takes one recording, and all of it: it is the new reference")
    }
    if arguments.flag("verify"), scope.start != nil, !scope.isWarm {
      throw .usage(
        """
        --verify with --start needs --warm-start: an app that starts fresh does not have the state \
        that it had when the recording was made
        """
      )
    }
    guard !scope.isWhole, arguments.integer("rings") > Replay.partialRings else { return }
    throw .usage(
      "--rings is at most \(Replay.partialRings) with --\(names.joined(separator: ", --"))"
    )
  }

  /// Whether a range may lie between two places, as far as that is known without the recording.
  private static func mayPrecede(_ start: SessionPlace, _ end: SessionPlace) -> Bool {
    switch (start, end) {
    case (.elapsed(let start), .elapsed(let end)), (.time(let start), .time(let end)): start < end
    case (.input(let start), .input(let end)): start < end
    default: true
    }
  }
}
