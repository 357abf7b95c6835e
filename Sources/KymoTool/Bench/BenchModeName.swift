import KymoCommandLine
import KymoTrials

/// A mode of `kymo bench` with a recording, by the words that ask for it.
enum BenchModeName: String, CaseIterable {
  /// One run, every event at its time.
  case schedule = "--pace plan"
  /// One run, back to back.
  case unpaced = "--pace none"
  /// One run, back to back, with a clock that stands still.
  case still = "--pace still"
  /// Equal runs in fresh processes.
  case repetitions = "--repetitions"
  /// Load that changes, with the same handlers.
  case stages = "--stage"
  /// No run: the handlers are listed.
  case handlers = "--handlers"

  /// The mode that a command line asks for, whatever else it says.
  init(_ arguments: ParsedArguments) {
    if arguments.flag(HandlerList.flag.name) {
      self = .handlers
    } else if arguments.isGiven(BenchRepetitions.option.name) {
      self = .repetitions
    } else if arguments.isGiven(LoadStage.option.name) {
      self = .stages
    } else {
      self = BenchModeName(rawValue: "--pace " + arguments.text(LoadOption.pace.name)) ?? .schedule
    }
  }

  /// The options that set limits, or say what becomes of them.
  private static let ofLimits: Set = ["limits", "limit", "write-limits", "strict"]
  /// The options for the result of one run, or of several equal ones, and not of stages.
  private static let ofResult: Set = [
    "baseline", "save-baseline", "baselines", "plot", "tail", "events", "no-report", "pace",
    "write-limits", "attempts",
  ]

  /// The options that say which handlers are listed, and how.
  private static let ofHandlers: Set = ["handlers", "app", "mode", "format", "quiet"]

  /// Why an option or a flag has no effect in this mode; nil if it has one.
  func refusal(of name: String) -> String? {
    switch (self, name) {
    case (.handlers, _) where Self.ofHandlers.contains(name): return nil
    case (.handlers, _): return "--\(name) has no effect with \(rawValue): nothing is measured"
    case (.repetitions, "prepare"): return nil
    case (_, "prepare"): return "--prepare is for --repetitions"
    case (.repetitions, "stage"): return "\(rawValue) and --\(name) exclude each other"
    case (.stages, "rate"), (.stages, "duration"):
      return "--\(name) is set by each --stage, such as 10s@50k"
    case (.stages, _) where Self.ofResult.contains(name): return oneRun(name)
    case (.still, _) where Self.ofLimits.contains(name):
      return "--\(name) needs times, and --pace still measures none; see 'count' for counts"
    case (.still, "save-baseline"):
      return """
        --save-baseline needs times, and --pace still measures none
        """
    case (_, _) where Self.ofLimits.contains(name): return nil
    case (.repetitions, "pace"):
      return "--repetitions and --pace exclude each other: repetitions have a schedule"
    case (.repetitions, "tail"), (.repetitions, "events"), (.repetitions, "no-report"),
      (.repetitions, "attempts"), (.repetitions, "live"):
      return oneRun(name)
    case (.schedule, "events"): return "--events is for --pace none and --pace still"
    case (.unpaced, _), (.still, _): return scheduleRefusal(of: name)
    default: return nil
    }
  }

  private func oneRun(_ name: String) -> String {
    "--\(name) is for one run, not for \(rawValue)"
  }

  /// Returns why an option is refused that only a schedule, or a second thread, gives a meaning.
  private func scheduleRefusal(of name: String) -> String? {
    switch name {
    case "arrivals":
      "--arrivals is for --pace plan; without a schedule events come back to back"
    case "burst", "pauses": "--\(name) is for --arrivals bursts, not for \(rawValue)"
    case "deadline", "deadline-misses":
      "--\(name) needs a schedule to count from: --pace plan"
    case "slo": "--slo limits response times, which need a schedule: --pace plan"
    case "tail": "--tail shows late events, which need a schedule: --pace plan"
    case "live": "--live shows response times, which need a schedule: --pace plan"
    case "plot": "--plot shows response times, which need a schedule: --pace plan"
    case "when-full": "--when-full is for --pace plan; with \(rawValue) the queue is never full"
    case "no-pin": "--no-pin is for --pace plan; with \(rawValue) no thread is kept on a core"
    default: nil
    }
  }
}
