/// How the warm-up of a run came to its end.
public enum WarmUpOutcome: Sendable, Equatable {
  /// After as many events as were asked for, or as a run that is too short to tell gets.
  case fixed
  /// Once the response times no longer changed: the medians of its last three windows in ns.
  case stable(medians: [Int64])
  /// At half of the plan, as the response times still changed: the medians of its last windows in ns.
  case unstable(medians: [Int64])

  /// The outcome in a word.
  public var name: String {
    switch self {
    case .fixed: "fixed"
    case .stable: "stable"
    case .unstable: "unstable"
    }
  }

  /// The medians in ns that were compared last, the oldest first.
  public var medians: [Int64] {
    switch self {
    case .fixed: []
    case .stable(let medians), .unstable(let medians): medians
    }
  }
}
