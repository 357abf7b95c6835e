import KymoCommandLine
import KymoProfile
import KymoRecording
import KymoTrials

/// The options that `kymo profile` was given.
struct ProfileOptions {
  /// The plan: what is found out, and how.
  private(set) var plan: ProfilePlan
  /// The back end that looks at the functions.
  let backEnd: ProfileBackEnd

  /// The options that have no meaning where instructions are counted.
  private static let ofTimes = [
    "speed", "max-gap", "duration", "repeat", "attempts", "hz", "seed", "baseline",
    "with-recorder", "all-threads",
  ]

  /// Reads the command line.
  ///
  /// - Throws: what does not go together.
  init(_ arguments: ParsedArguments) throws(CommandFailure) {
    let hasRecorder = arguments.flag("with-recorder")
    let page = arguments.textIfGiven(PageOptions.page.name)
    let tail = try arguments.textIfGiven("tail").map { text throws(CommandFailure) in
      try Self.tail(text)
    }
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
      "needs --page"
    )
    if hasRecorder, page != nil {
      throw .usage("--with-recorder does not go with --page: run --record records a page")
    }
    if arguments.isGiven("max-gap"), page != nil {
      throw .usage("--max-gap does not go with --page: its timers need the time between events")
    }
    if arguments.isGiven("repeat"), arguments.isGiven("duration") {
      throw .usage("--repeat and --duration exclude each other")
    }
    try arguments.check(
      ["hz", "all-threads"],
      haveEffectIf: tail == nil,
      "is for stacks, and with --tail none are sampled: an event that is interrupted would be a slow one"
    )
    plan = ProfilePlan(
      sampler: SamplerOptions(
        frequency: arguments.integer("hz"),
        seed: arguments.seed("seed")
      ),
      durationNanoseconds: arguments.nanoseconds("duration"),
      rounds: arguments.integerIfGiven("repeat"),
      tail: tail,
      hasRecorder: hasRecorder,
      page: page
    )
    switch arguments.speed("speed") {
    case .maximum: plan.replay.speed = .maximum
    case .times(let factor): plan.replay.speed = .times(factor)
    }
    plan.replay.maximumGapNanoseconds = arguments.nanosecondsIfGiven("max-gap")
    try arguments.check(
      ["max-gap"],
      haveEffectIf: plan.replay.speed != .maximum,
      "has no effect at --speed max, which does not wait"
    )
  }

  /// Reads which events are slow.
  private static func tail(_ text: String) throws(CommandFailure) -> ProfileTail {
    if let tail = ProfileTail(text) { return tail }
    let isNumber = Double(text).map { $0 > 0 } ?? false
    throw .usage(
      "--tail takes a percentile such as p99, or a time such as 20us; not '\(text)'"
        + (isNumber
          ? ": a time has its unit here (ns, us, ms, s, min), and a number of events is for bench --tail"
          : "")
    )
  }
}
