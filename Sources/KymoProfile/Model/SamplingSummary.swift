/// How a sampler did.
public struct SamplingSummary: Sendable, Equatable {
  /// The time between two samples of a thread, in ns.
  public var period: Int64
  /// How many samples were due, in all threads.
  public var due: Int
  /// How many were taken.
  public var delivered: Int
  /// How many were taken and found no room.
  public var dropped: Int

  /// The account of a sampler.
  public init(period: Int64, due: Int, delivered: Int, dropped: Int) {
    self.period = period
    self.due = due
    self.delivered = delivered
    self.dropped = dropped
  }
}
