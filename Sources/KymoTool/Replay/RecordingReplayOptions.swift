import KymoCommandLine
import KymoCore
import KymoRecording
import KymoText

/// The options for the replay of a recording.
struct RecordingReplayOptions {
  /// The recordings, which are one session; one at least.
  let paths: [String]
  /// Which part of it is replayed, and how often.
  let scope: ReplayScope
  /// In what the replay may differ from all that the recording holds; nil if nobody compares them.
  let tolerance: VerificationTolerance?
  /// The recording that is written; nil for none.
  let output: ReplayOutput?
  /// How many instances of the app replay, one after the other.
  let instances: Int
  /// How events are replayed.
  let replay: ReplayOptions
  /// The commands that must complete, which the app may not have.
  private let namedCommands: [String]

  /// The recordings, for people.
  var path: String { paths.count == 1 ? paths[0] : "\(paths[0]) and \(paths.count - 1) more" }

  /// Reads the options.
  ///
  /// - Throws: a usage error that names an option without effect, or says what is no tolerance, field or fault.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    paths = arguments.positionals("recording")
    scope = try ReplayScopeOptions.scope(arguments)
    try arguments.check(["command"], haveEffectIf: false, "is for captures of packets")
    output = try ReplayOutput(arguments)
    tolerance = try Self.tolerance(arguments)
    replay = try Self.replay(arguments)
    instances = arguments.integer(ReplayInstances.option.name)
    namedCommands =
      arguments.textIfGiven("require-commands")?.split(separator: ",").map(String.init) ?? []
  }

  /// The inputs that are replayed.
  ///
  /// - Throws: a failure that names the recording to blame.
  func inputs(
    _ series: SessionSeries,
    _ routing: CommandRouting
  ) throws(CommandFailure) -> ReplayInputs {
    do { return try ReplayInputs(series, routing, scope) } catch {
      throw CommandFailure(error.error, file: paths[error.part])
    }
  }

  /// The commands that must complete.
  ///
  /// - Parameters:
  ///   - commands: those that the app has.
  ///   - channels: the channels that it lists, and others.
  /// - Returns: their names, in the order in which they were given.
  /// - Throws: a usage error that names one which the app has not, and says so if it is that of a listed channel.
  func requiredCommands(
    among commands: [String],
    _ channels: ChannelTable = .standard
  ) throws(CommandFailure) -> [String] {
    for name in namedCommands where !commands.contains(name) {
      if let row = channels.rows.first(where: { $0.isListed && $0.channel.command == name }) {
        throw .usage(
          "--require-commands: the app lists \(row.channel.topic), and has no handler for its command '\(name)'"
        )
      }
      throw .usage("--require-commands: no command '\(name)' takes part in this replay")
    }
    return namedCommands
  }

  private static func tolerance(
    _ arguments: ParsedArguments
  ) throws(CommandFailure) -> VerificationTolerance? {
    guard arguments.flag("verify") else {
      try arguments.check(
        ["tolerance", "ignore"],
        haveEffectIf: false,
        "needs --verify"
      )
      return nil
    }
    var tolerance = VerificationTolerance()
    for text in arguments.texts("tolerance") {
      let parts = text.split(separator: "=")
      guard parts.count == 2, let distance = Double(parts[1]), distance >= 0, distance.isFinite
      else {
        throw .usage("--tolerance takes FIELD=DISTANCE, such as reply.x=1e-9; not '\(text)'")
      }
      guard VerificationTolerance.numbers.contains(String(parts[0])) else {
        throw .usage(
          "--tolerance is for numbers of replies: \(VerificationTolerance.numbers.inWords); "
            + "not '\(parts[0])'"
        )
      }
      tolerance.distances[String(parts[0])] = distance
    }
    tolerance.ignored = Set(arguments.texts("ignore"))
    for name in tolerance.ignored.sorted() where !VerificationTolerance.isField(name) {
      throw .usage("--ignore: nothing that is compared is called '\(name)'")
    }
    return tolerance
  }

  private static func replay(_ arguments: ParsedArguments) throws(CommandFailure) -> ReplayOptions {
    var options = ReplayOptions()
    options.rings = arguments.integer("rings")
    options.pauseSeed = arguments.seedIfGiven("pauses")
    switch arguments.speed("speed") {
    case .maximum:
      options.speed = .maximum
      try arguments.check(
        ["max-gap"],
        haveEffectIf: false,
        "has no effect at --speed max, which does not wait"
      )
      try arguments.check(
        ["clock"],
        haveEffectIf: false,
        "has no effect at --speed max, which does not wait"
      )
    case .times(let factor):
      options.speed = .times(factor)
      options.maximumGapNanoseconds = arguments.nanosecondsIfGiven("max-gap")
      if arguments.text("clock") == "virtual" { options.clock = VirtualClock() }
    }
    options.fault = try arguments.textIfGiven("fault").map { text throws(CommandFailure) in
      try fault(text)
    }
    return options
  }

  private static func fault(_ text: String) throws(CommandFailure) -> ReplayFault {
    let parts = text.split(separator: "@")
    guard parts.count == 2, let index = UInt64(parts[1]) else {
      throw .usage("--fault takes KIND@INDEX, such as drop@100; not '\(text)'")
    }
    switch parts[0] {
    case "drop": return .drop(index)
    case "swap": return .swap(index)
    case "flip": return .flip(index)
    default: throw .usage("--fault knows drop, swap and flip; not '\(parts[0])'")
    }
  }
}
