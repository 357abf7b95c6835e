/// An objective for the response times of a run: "the p99 of accel is at most 100 µs".
public struct LatencyObjective: Sendable, Equatable, CustomStringConvertible {
  /// The command that it is about; nil for all together.
  public var command: String?
  /// Which value of its response times.
  public var percentile: ObjectivePercentile
  /// How large the value may be at most, in ns.
  public var limitNanoseconds: Int64

  /// States an objective.
  public init(
    _ percentile: ObjectivePercentile,
    atMost limitNanoseconds: Int64,
    of command: String? = nil
  ) {
    self.command = command
    self.percentile = percentile
    self.limitNanoseconds = limitNanoseconds
  }

  /// The name of what it is about: a command, or `all`.
  public var subject: String { command ?? "all" }

  /// The objective as it is typed: `accel:p99=100000ns`.
  public var description: String {
    "\(command.map { "\($0):" } ?? "")\(percentile.rawValue)=\(limitNanoseconds)ns"
  }

  /// The response times that it is about; nil if the run had no such command.
  public func response(in result: LoadResult) -> LatencySummary? {
    guard let command else { return result.overall.response }
    return result.commands.first { $0.name == command }?.response
  }

  /// Why a run does not keep it; nil if it does.
  public func shortcoming(of result: LoadResult) -> SweepShortcoming? {
    guard let response = response(in: result), let value = percentile.value(in: response) else {
      return .tooFew(self, count: response(in: result)?.count ?? 0)
    }
    return value <= limitNanoseconds ? nil : .tooSlow(self, nanoseconds: value)
  }
}
