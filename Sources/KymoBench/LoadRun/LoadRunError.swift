/// Why a load run cannot be made.
public enum LoadRunError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The plan has no events.
  case emptyPlan
  /// The capacity of the queue is not in 1...2³⁰.
  case queueCapacity(Int)
  /// The number of slowest events is not in 0...1,000.
  case tailCount(Int)
  /// The distance between events that are timed is not in 1...1,000,000.
  case sampleInterval(Int)
  /// With as many repetitions as the plan needs, the events' timestamps exceed 2⁶³ ns.
  case timestamps

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .emptyPlan: "the plan has no events"
    case .queueCapacity(let capacity): "a queue of \(capacity) events is not in 1...2^30"
    case .tailCount(let count): "\(count) slowest events are not in 0...1000"
    case .sampleInterval(let interval): "one event in \(interval) is not in 1...1000000"
    case .timestamps: WorkloadError.timestamps.description
    }
  }
}
