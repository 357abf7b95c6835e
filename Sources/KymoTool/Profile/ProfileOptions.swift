import KymoCommandLine
import KymoProfile
import KymoRecording

/// What `kymo profile` was asked for.
struct ProfileOptions {
  /// How the recording is replayed.
  var replay = ReplayOptions()
  /// How often threads are looked at.
  let sampler: SamplerOptions
  /// How long all runs together may take, in ns, if no number of rounds is given.
  let durationNanoseconds: Int64
  /// How many rounds.
  let rounds: Int?
  /// Which events are slow, if only those are asked for.
  let tail: ProfileTail?
  /// Whether the recorder runs too.
  let hasRecorder: Bool
  /// Who looks at the functions.
  let backEnd: ProfileBackEnd
  /// The app's page, if it takes part.
  let page: String?

  /// What has no meaning where instructions are counted.
  private static let ofTimes = [
    "speed", "max-gap", "duration", "repeat", "hz", "seed", "baseline", "with-recorder",
  ]

  /// Reads the command line.
  ///
  /// - Throws: what does not go together.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    sampler = SamplerOptions(
      frequency: arguments.integer("hz"),
      seed: arguments.seed("seed")
    )
    durationNanoseconds = arguments.nanoseconds("duration")
    rounds = arguments.integerIfGiven("repeat")
    hasRecorder = arguments.flag("with-recorder")
    page = arguments.textIfGiven(PageOptions.page.name)
    guard let backEnd = ProfileBackEnd(rawValue: arguments.text("with")) else {
      preconditionFailure("--with was validated")
    }
    self.backEnd = backEnd
    if backEnd != .sampler {
      let others = ["tail", "page"] + (backEnd == .valgrind ? Self.ofTimes : [])
      for other in others where arguments.isGiven(other) {
        throw .usage("--with \(backEnd.rawValue) does not go with --\(other)")
      }
    }
    try arguments.check(
      PageOptions.world.map(\.name),
      haveEffectIf: page != nil,
      "is for a page, and there is no --page"
    )
    if page != nil { try PageOptions.check(arguments) }
    if hasRecorder, page != nil {
      throw .usage("--with-recorder does not go with --page: run --record records a page")
    }
    if arguments.isGiven("max-gap"), page != nil {
      throw .usage("--max-gap does not go with --page: its timers need the time between events")
    }
    if arguments.isGiven("repeat"), arguments.isGiven("duration") {
      throw .usage("--repeat and --duration both say how long to go on; give one")
    }
    if let text = arguments.textIfGiven("tail") {
      guard let tail = ProfileTail(text) else {
        let isNumber = Double(text).map { $0 > 0 } ?? false
        throw .usage(
          "--tail takes a percentile such as p99, or a time such as 20us; not '\(text)'"
            + (isNumber
              ? ": a time has its unit here (ns, us, ms, s, min), and a number of events is for bench --tail"
              : "")
        )
      }
      self.tail = tail
      try arguments.check(
        ["hz"],
        haveEffectIf: false,
        "is for stacks, and with --tail none are sampled: an event that is interrupted would be a slow one"
      )
    } else {
      tail = nil
    }
    switch arguments.speed("speed") {
    case .maximum: replay.speed = .maximum
    case .times(let factor): replay.speed = .times(factor)
    }
    replay.maximumGapNanoseconds = arguments.nanosecondsIfGiven("max-gap")
    try arguments.check(
      ["max-gap"],
      haveEffectIf: replay.speed != .maximum,
      "shortens waits, and at --speed max there are none"
    )
  }
}
