/// Why events cannot be sent as a load.
public enum WorkloadError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There are none.
  case empty
  /// The event at this index belongs before the one that precedes it.
  case unordered(index: Int)
  /// The event at this index refers to bytes of a message that are not there.
  case messageOutside(index: Int)
  /// The timestamps leave no room for the time that the run takes.
  case timestamps

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .empty: "there are no events to send"
    case .unordered(let index): "event \(index) belongs before event \(index - 1)"
    case .messageOutside(let index): "the message of event \(index) lies outside the bytes given"
    case .timestamps: "the timestamps of the events, repeated, exceed 2^63 ns"
    }
  }
}
