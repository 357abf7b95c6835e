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
  /// Runs that differ in one option, each in a fresh process.
  case scan = "--scan"
  /// Load that changes, with the same handlers.
  case stages = "--stage"
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
    } else if arguments.isGiven(BenchScan.option.name) {
      self = .scan
    } else if arguments.isGiven(LoadStage.option.name) {
      self = .stages
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
    "seed", "warm-up", "deadline", "format", "export", "baseline", "save-baseline", "baselines",
    "plot", "slo", "limit", "deadline-misses", "strict",
  ]
  /// What of that has none in a sweep, and what has besides.
  private static let ofTargetRun: Set = [
    "deadline", "deadline-misses", "plot",
  ]
  private static let ofTargetSweep: Set = ["sweep", "resolution"]
  /// What sets limits, or says what becomes of them.
  private static let ofLimits: Set = ["limits", "limit", "write-limits", "strict"]

  /// What is made of one run, or of several equal ones, and not of stages or of a scan.
  private static let ofResult: Set = [
    "baseline", "save-baseline", "baselines", "plot", "tail", "events", "no-report", "pace",
    "write-limits", "attempts",
  ]
  /// What judges runs, and not those of a scan, which differ.
  private static let ofJudgement = ofLimits.union(["slo", "deadline-misses"])

  /// Why an option or a flag has no effect in this mode; nil if it has one.
  func refusal(of name: String) -> String? {
    switch (self, name) {
    case (_, FlagSpecification.quiet.name), (_, FlagSpecification.help.name): return nil
    case (.scan, "scan"), (.stages, "stage"), (.repetitions, "prepare"), (.scan, "prepare"):
      return nil
    case (_, "prepare"): return "--prepare is for --repetitions and --scan"
    case (_, "scan"), (_, "stage"): return "\(rawValue) and --\(name) do not go together"
    case (.stages, "rate"), (.stages, "duration"):
      return "--\(name) is that of each stage: --stage 10s@50k"
    case (.scan, _) where Self.ofJudgement.contains(name): return oneRun(name)
    case (.scan, _) where Self.ofResult.contains(name): return oneRun(name)
    case (.stages, _) where Self.ofResult.contains(name): return oneRun(name)
    case (.target, _), (.targetSweep, _): return targetRefusal(of: name)
    case (_, "target"), (_, "connections"), (_, "timeout"), (_, "command"):
      return "--\(name) is for --target"
    case (.counts, "instructions"), (.counts, "only"), (.counts, "app"), (.counts, "mode"),
      (.counts, "format"), (.counts, "export"), (.counts, "baseline"),
      (.counts, "save-baseline"), (.counts, "baselines"), (.counts, PageOptions.page.name):
      return nil
    case (.still, _) where Self.ofLimits.contains(name):
      return "--\(name) is for figures, and nothing is timed with a clock that stands still; "
        + "--instructions counts"
    case (.still, "save-baseline"): return "--save-baseline is for figures, and nothing is timed"
    case (_, _) where Self.ofLimits.contains(name): return nil
    case (.counts, _) where PageOptions.world.contains { $0.name == name }: return nil
    case (.counts, _):
      return "--instructions and --\(name) do not go together: nothing is timed or offered"
    case (.sweep, "repetitions"): return "--repetitions and --sweep do not go together"
    case (.sweep, "deadline"), (.sweep, "deadline-misses"):
      return "--\(name) counts in one run; the objective of a sweep is --slo max=TIME"
    case (.sweep, "pace"), (.sweep, "handicap"), (.sweep, "plot"):
      return oneRun(name)
    case (.sweep, _) where BenchSweep.options.contains { $0.name == name }: return nil
    case (_, "resolution"): return "--\(name) is for --sweep"
    case (.repetitions, "pace"):
      return "--repetitions and --pace do not go together: repetitions have a schedule"
    case (.sweep, "tail"), (.repetitions, "tail"), (.sweep, "events"), (.repetitions, "events"),
      (.sweep, "no-report"), (.repetitions, "no-report"), (.sweep, "attempts"),
      (.repetitions, "attempts"):
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
    case "deadline", "deadline-misses":
      "--\(name) needs a schedule to count from: --pace plan"
    case "slo": "--slo is of response times, which need a schedule: --pace plan"
    case "tail": "--tail needs a schedule that events can be behind: --pace plan"
    case "plot": "--plot is of response times, which need a schedule: --pace plan"
    case "when-full": "--when-full is for --pace plan; with \(rawValue) the queue is never full"
    case "no-pin": "--no-pin is for --pace plan; with \(rawValue) no thread is kept on a core"
    default: nil
    }
  }
}
