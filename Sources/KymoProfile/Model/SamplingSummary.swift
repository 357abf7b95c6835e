import KymoText

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

  /// How it did, in a part of a sentence.
  ///
  /// - Parameter folded: how many expiries came together with others, and count with them.
  /// - Returns: such as `419 of 633 due delivered, none dropped, 214 counted with others`.
  public func text(folded: Int) -> String {
    "\(NumberText.grouped(delivered)) of \(NumberText.grouped(due)) due delivered, "
      + (dropped == 0 ? "none" : NumberText.grouped(dropped)) + " dropped"
      + (folded > 0 ? ", \(NumberText.grouped(folded)) counted with others" : "")
  }

  /// The account of a sampler.
  public init(period: Int64, due: Int, delivered: Int, dropped: Int) {
    self.period = period
    self.due = due
    self.delivered = delivered
    self.dropped = dropped
  }
}
