/// What `kymo bench` can do with a recording, by the words that ask for it.
enum BenchModeName: String, CaseIterable {
  /// One run, every event at its time.
  case schedule = "--pace plan"
  /// One run, back to back.
  case unpaced = "--pace none"
  /// One run, back to back, with a clock that stands still.
  case still = "--pace still"
  /// Equal runs in fresh processes.
  case repetitions = "--repetitions"
  /// Runs at one rate after the other.
  case sweep = "--sweep"
  /// What can be counted instead of timed.
  case counts = "--instructions"

  /// One run against a live server.
  case target = "--target"
  /// Runs against a live server.
  case targetSweep = "--target and --sweep"

  /// The mode that a command line asks for, whatever else it says.
  init(_ arguments: ParsedArguments) {
    if arguments.isGiven("target") {
      self = arguments.flag(BenchSweep.flag.name) ? .targetSweep : .target
    } else if arguments.flag(BenchCounts.flag.name) {
      self = .counts
    } else if arguments.flag(BenchSweep.flag.name) {
      self = .sweep
    } else if arguments.isGiven(BenchRepetitions.option.name) {
      self = .repetitions
    } else {
      self = BenchModeName(rawValue: "--pace " + arguments.text("pace")) ?? .schedule
    }
  }

  /// Whether it is one run in this process.
  var isSingle: Bool { [.schedule, .unpaced, .still].contains(self) }

  /// Whether load goes to a live server.
  var hasTarget: Bool { self == .target || self == .targetSweep }

  /// What has an effect with `--target`.
  private static let ofTarget: Set = [
    "target", "connections", "timeout", "command", "only", "rate", "duration", "arrivals", "burst",
    "pauses",
    "seed", "warm-up", "deadline", "format", "export", "baseline", "plot",
  ]
  /// What of that has none in a sweep, and what has besides.
  private static let ofTargetRun: Set = ["deadline", "baseline", "plot"]
  private static let ofTargetSweep: Set = ["sweep", "slo", "resolution"]

  /// Why an option or a flag has no effect in this mode; nil if it has one.
  func refusal(of name: String) -> String? {
    switch (self, name) {
    case (_, FlagSpecification.quiet.name), (_, FlagSpecification.help.name): return nil
    case (.target, _), (.targetSweep, _): return targetRefusal(of: name)
    case (_, "target"), (_, "connections"), (_, "timeout"), (_, "command"):
      return "--\(name) is for --target"
    case (.counts, "instructions"), (.counts, "only"), (.counts, "app"), (.counts, "mode"),
      (.counts, "format"), (.counts, PageOptions.page.name):
      return nil
    case (.counts, _) where PageOptions.world.contains { $0.name == name }: return nil
    case (.counts, _):
      return "--instructions and --\(name) do not go together: nothing is timed or offered"
    case (.sweep, "repetitions"): return "--repetitions and --sweep do not go together"
    case (.sweep, "deadline"):
      return "--deadline counts in one run; the objective of a sweep is --slo max=TIME"
    case (.sweep, "baseline"), (.sweep, "pace"), (.sweep, "handicap"), (.sweep, "plot"):
      return oneRun(name)
    case (.sweep, _) where BenchSweep.options.contains { $0.name == name }: return nil
    case (_, "slo"), (_, "resolution"): return "--\(name) is for --sweep"
    case (.repetitions, "pace"):
      return "--repetitions and --pace do not go together: repetitions have a schedule"
    case (.sweep, "tail"), (.repetitions, "tail"), (.sweep, "events"), (.repetitions, "events"),
      (.sweep, "no-report"), (.repetitions, "no-report"):
      return oneRun(name)
    case (.schedule, "events"): return "--events is for --pace none and --pace still"
    case (.unpaced, _), (.still, _): return scheduleRefusal(of: name)
    default: return nil
    }
  }

  private func targetRefusal(of name: String) -> String? {
    if self == .targetSweep, Self.ofTargetSweep.contains(name) { return nil }
    if Self.ofTargetSweep.contains(name) { return "--\(name) is for --sweep" }
    guard Self.ofTarget.contains(name) else {
      return "--\(name) has no effect with --target: the server handles the requests"
    }
    return self == .targetSweep && Self.ofTargetRun.contains(name) ? oneRun(name) : nil
  }

  private func oneRun(_ name: String) -> String {
    "--\(name) is for one run, not for \(rawValue)"
  }

  /// What only a schedule, or a second thread, gives a meaning.
  private func scheduleRefusal(of name: String) -> String? {
    switch name {
    case "arrivals":
      "--arrivals is for --pace plan; without a schedule events come back to back"
    case "burst", "pauses": "--\(name) is for --arrivals bursts, not for \(rawValue)"
    case "deadline": "--deadline needs a schedule to count from: --pace plan"
    case "tail": "--tail needs a schedule that events can be behind: --pace plan"
    case "plot": "--plot is of response times, which need a schedule: --pace plan"
    case "when-full": "--when-full is for --pace plan; with \(rawValue) the queue is never full"
    case "no-pin": "--no-pin is for --pace plan; with \(rawValue) no thread is kept on a core"
    default: nil
    }
  }
}
