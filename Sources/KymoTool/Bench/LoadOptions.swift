import KymoBench
import KymoCommandLine
import KymoCore

/// Which load is offered, and how: what a single run, repetitions and a sweep have in common.
struct LoadOptions {
  /// How many events of a recording are offered, again and again: 256 MiB, and their messages.
  static let maximumWorkload = 1 << 22

  /// The mean rate in events/s.
  let rate: Double
  /// How long events are offered, in ns.
  let durationNanoseconds: Int64
  /// When they are due.
  let arrivals: ArrivalChoice
  /// How the run is made.
  let configuration: LoadConfiguration
  /// Where all randomness starts; nil if nothing is random.
  let seed: UInt64?

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - arguments: the command line.
  ///   - stage: the rate and the length of a stage, which has no options for them.
  ///   - isFirst: whether it has a warm-up, if it is a stage.
  /// - Throws: what is wrong with the text of the warm-up.
  init(
    _ arguments: ParsedArguments,
    stage: LoadStage? = nil,
    isFirst: Bool = true
  ) throws(CommandFailure) {
    rate = stage?.rate.mean ?? arguments.number("rate")
    durationNanoseconds = stage?.durationNanoseconds ?? arguments.nanoseconds("duration")
    if case .ramp(let first, let last)? = stage?.rate {
      arrivals = .ramp(from: first, to: last)
    } else {
      arrivals = Self.isPaced(arguments) ? ArrivalChoice(arguments) : .immediate
    }
    seed = Self.isRandom(arguments) ? arguments.seed("seed") : nil
    var configuration = LoadConfiguration()
    if arguments.specification.has(LoadOption.queue.name) {
      configuration.queueCapacity = arguments.integer(LoadOption.queue.name)
    }
    switch arguments.textsIfKnown(LoadOption.whenFull.name).last {
    case "drop-newest": configuration.overflow = .dropNewest
    case "drop-oldest": configuration.overflow = .dropOldest
    default: configuration.overflow = .wait
    }
    configuration.warmUp =
      isFirst
      ? try WarmUp(text: arguments.text("warm-up"), within: durationNanoseconds) : .events(0)
    // The warm-up is a part of the plan, which then is not gone through.
    if arguments.isGiven(BenchRunOptions.limit.name), !arguments.isGiven("warm-up") {
      configuration.warmUp = .events(0)
    }
    if arguments.isGiven(LoadOption.deadline.name) {
      configuration.deadlineNanoseconds = arguments.nanoseconds(LoadOption.deadline.name)
    }
    TailTable.apply(arguments, to: &configuration)
    configuration.cores =
      arguments.isGiven(LoadOption.noPin.name)
      ? .unpinned : .automatic(among: CoreAffinity.current()?.cores ?? [])
    self.configuration = configuration
  }

  /// How a run is made that is measured beside another one: without its tail, and without a warm-up.
  var besides: LoadConfiguration {
    var configuration = configuration
    configuration.tailCount = 0
    configuration.warmUp = .events(0)
    return configuration
  }

  /// Refuses what the load of a command line makes pointless, and what does not go together.
  ///
  /// - Throws: a usage error that names the option.
  static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
    for name in ["duration", "deadline", "timeout"]
    where arguments.isGiven(name) && arguments.nanoseconds(name) == 0 {
      throw .usage("--\(name) must not be 0")
    }
    for name in LoadOption.bursts.map(\.name) where arguments.isGiven(name) {
      guard arguments.text(LoadOption.arrivals.name) == "bursts" else {
        throw .usage("--\(name) is for --arrivals bursts")
      }
    }
    if TailTable.isSampled(arguments), arguments.isGiven(LoadOption.deadline.name) {
      throw .usage("--deadline counts every event: it excludes --sample")
    }
    if arguments.isGiven("seed"), !isRandom(arguments) {
      throw .usage(
        "--seed has no effect: nothing is random with "
          + (isPaced(arguments)
            ? "--arrivals \(arguments.text(LoadOption.arrivals.name))"
            : "--pace \(arguments.text(LoadOption.pace.name))")
      )
    }
  }

  /// Whether events come at their times, and not back to back.
  private static func isPaced(_ arguments: ParsedArguments) -> Bool {
    arguments.textsIfKnown(LoadOption.pace.name).allSatisfy { $0 == "plan" }
  }

  /// Whether the arrivals are drawn, or the events that are timed.
  private static func isRandom(_ arguments: ParsedArguments) -> Bool {
    if TailTable.isSampled(arguments) { return true }
    guard isPaced(arguments) else { return false }
    return switch arguments.text("arrivals") {
    case "poisson": true
    case "bursts": arguments.text("pauses") == "random"
    default: false
    }
  }

  /// How many events that are, about.
  var eventCount: Double { Double(durationNanoseconds) / 1e9 * rate }

  /// How many events of a recording are read at most: one more than are offered.
  var workloadLimit: Int { Int(min(eventCount, Double(Self.maximumWorkload - 1))) + 1 }

  /// Returns a note on a workload that may be but the beginning of a recording; nil if it is what
  /// is offered.
  func note(on workload: Workload) -> String? {
    guard workload.events.count == Self.maximumWorkload, eventCount > Double(Self.maximumWorkload)
    else { return nil }
    return
      "the first \(Self.maximumWorkload) events of the recording are offered, again and again: "
      + "more are not kept in memory"
  }

  /// The run of a workload.
  ///
  /// - Parameters:
  ///   - workload: the events.
  ///   - rate: how many of them, in events/s; nil for the rate of the options.
  ///   - path: the recording, for the failure.
  ///   - live: who is told how it goes on.
  /// - Returns: the run.
  /// - Throws: why there is no such run.
  func run(
    of workload: Workload,
    at rate: Double? = nil,
    path: String,
    live: (@Sendable (LiveSecond) -> Void)? = nil
  ) throws(CommandFailure) -> LoadRun {
    var configuration = configuration
    configuration.live = live
    do {
      return try LoadRun(
        workload,
        plan: plan(workload.timestamps, rate: rate ?? self.rate),
        configuration: configuration
      )
    } catch LoadRunError.timestamps {
      throw CommandFailure(
        file: path,
        "\(LoadRunError.timestamps)",
        remedy: "it cannot be repeated: offer no more events than it has, with a shorter --duration"
      )
    } catch { throw CommandFailure(file: path, "\(error)") }
  }

  /// When events that were recorded at some times are due, at a rate in events/s.
  ///
  /// - Throws: why there is no such plan.
  func plan(
    _ timestamps: [Int64],
    rate: Double
  ) throws(ArrivalPlanError) -> ArrivalPlan {
    let length = PlanLength.nanoseconds(durationNanoseconds)
    switch arrivals {
    case .immediate: return .immediate(count: Int(min(eventCount.rounded(.up), 0x1p62)))
    case .ramp(let first, let last):
      return try .ramp(from: first, to: last, nanoseconds: durationNanoseconds)
    case .poisson(let seed): return try .poisson(rate: rate, seed: seed, length: length)
    case .bursts(let size, let seed):
      return try .bursts(rate: rate, size: size, seed: seed, length: length)
    // A recording of one moment has no timing of its own.
    case .recorded where timestamps.first != timestamps.last:
      return try .recorded(timestamps, rate: rate, length: length)
    case .recorded, .constant: return try .constant(rate: rate, length: length)
    }
  }
}
