/// A figure that can have a limit, under the name that it has in files and on command lines.
public enum LimitFigure: Sendable, Hashable, CustomStringConvertible {
  /// A percentile of a kind of time, in ns: `response.p99`.
  case time(TimedQuantity, ObjectivePercentile)
  /// A quantity that is counted per event: `instructions`.
  case counted(CountedQuantity)
  /// How many events were lost: `drops`.
  case drops
  /// The share of the events that took longer than the run's deadline: `deadlineMisses`.
  case deadlineMisses
  /// The highest rate that keeps the objectives of a sweep, in events/s: `knee`.
  case knee

  /// All figures, in the order in which they are listed.
  public static let all: [LimitFigure] =
    TimedQuantity.allCases.flatMap { kind in
      ObjectivePercentile.allCases.map { .time(kind, $0) }
    } + CountedQuantity.allCases.map { .counted($0) } + [.drops, .deadlineMisses, .knee]

  /// The figure of a name.
  ///
  /// A percentile alone is that of response times: `p99`.
  ///
  /// - Parameter name: the name, such as `response.p99` or `instructions`.
  public init?(_ name: String) {
    let wanted = ObjectivePercentile(rawValue: name).map { "response.\($0.rawValue)" } ?? name
    guard let figure = Self.all.first(where: { $0.description == wanted }) else { return nil }
    self = figure
  }

  /// The name.
  public var description: String {
    switch self {
    case .time(let kind, let percentile): "\(kind.rawValue).\(percentile.rawValue)"
    case .counted(let quantity): quantity.rawValue
    case .drops: "drops"
    case .deadlineMisses: "deadlineMisses"
    case .knee: "knee"
    }
  }

  /// The unit of its numbers.
  public var unit: String {
    switch self {
    case .time: "ns"
    case .counted: "per event"
    case .drops: "events"
    case .deadlineMisses: "of all"
    case .knee: "events/s"
    }
  }

  /// Whether a limit is the least that is good, not the most.
  public var isLeast: Bool { self == .knee }

  /// Whether it is of the run as a whole, so that no command can have a limit of its own.
  public var isOfRun: Bool { self == .drops || self == .knee }
}
