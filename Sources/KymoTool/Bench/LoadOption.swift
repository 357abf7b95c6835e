import KymoBench
import KymoCommandLine

/// The options of the commands that offer load; each lists those that it has.
enum LoadOption {
  /// `--duration SECONDS`.
  static let duration = OptionSpecification.duration(
    default: "5",
    help: "How long events are offered."
  )
  /// `--arrivals NAME`.
  static let arrivals = OptionSpecification(
    "arrivals",
    "NAME",
    kind: .choice(["recorded", "constant", "poisson", "bursts"]),
    default: "recorded",
    help: "When events are due."
  )
  /// The options of `--arrivals bursts`.
  static let bursts = [
    OptionSpecification(
      "burst",
      "EVENTS",
      kind: .integer(ArrivalPlan.burstRange),
      default: "64",
      help: "How many events are due at once, with --arrivals bursts; the mean rate is kept."
    ),
    OptionSpecification(
      "pauses",
      "KIND",
      kind: .choice(["equal", "random"]),
      default: "equal",
      help: "The pauses between bursts: equal, or random like Poisson arrivals."
    ),
  ].map(\.rare)
  /// `--when-full POLICY`.
  static let whenFull = OptionSpecification(
    "when-full",
    "POLICY",
    kind: .choice(["wait", "drop-newest", "drop-oldest"]),
    default: "wait",
    help: "What happens to an event when the queue is full."
  )
  /// `--queue EVENTS`.
  static let queue = OptionSpecification(
    "queue",
    "EVENTS",
    kind: .integer(1...1 << 24),
    default: "4096",
    help: "The least number of events that the queue can hold."
  )
  /// `--warm-up LENGTH`.
  static let warmUp = OptionSpecification(
    "warm-up",
    "LENGTH",
    default: "auto",
    help: "The part at the start that is not counted: auto, 10% or 2s."
  )
  /// `--deadline TIME`.
  static let deadline = OptionSpecification(
    "deadline",
    "TIME",
    kind: .duration,
    help: "Count the events of each command that take longer, such as 10ms."
  )
  /// `--pace NAME`.
  static let pace = OptionSpecification(
    "pace",
    "NAME",
    kind: .choice(["plan", "none", "still"]),
    default: "plan",
    help: """
      plan: every event at its time. none: back to back. still: the same, on a clock that stands \
      still.
      """
  )
  /// `--handicap NANOSECONDS`.
  static let handicap = OptionSpecification(
    "handicap",
    "NANOSECONDS",
    kind: .integer(0...1_000_000_000),
    default: "0",
    help: "Waste this much time on every event, to test whether a gate notices."
  )
  /// `--no-pin`.
  static let noPin = FlagSpecification(
    "no-pin",
    help: "Let the scheduler choose the cores of both threads."
  )
}
