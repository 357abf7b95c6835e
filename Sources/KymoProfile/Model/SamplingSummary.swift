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
  /// How many stacks, expiries that count with others included, were whole only once they were unwound by tables.
  public var unwound: Int

  /// How many missing samples nobody is told of: those at the edges of a run.
  private static let edges = 2

  /// How many were due and neither came nor count with others, as of threads that wait for a processor when the sampler
  /// is stopped.
  ///
  /// - Parameter folded: how many expiries came together with others, and count with them.
  /// - Returns: how many; at the edges of a run one may be missing for no other reason.
  public func missing(folded: Int) -> Int { max(0, due - delivered - dropped - folded) }

  /// The same where it is more than the edges of a run explain; nil if not.
  public func noteworthyMissing(folded: Int) -> Int? {
    let missing = missing(folded: folded)
    return missing > Self.edges ? missing : nil
  }

  /// How it did, in a part of a sentence.
  ///
  /// - Parameter folded: how many expiries came together with others, and count with them.
  /// - Returns: such as `419 of 633 due delivered, none dropped, 204 counted with others, 10 never came`.
  public func text(folded: Int) -> String {
    "\(NumberText.grouped(delivered)) of \(NumberText.grouped(due)) due delivered, "
      + (dropped == 0 ? "none" : NumberText.grouped(dropped)) + " dropped"
      + (folded > 0 ? ", \(NumberText.grouped(folded)) counted with others" : "")
      + (noteworthyMissing(folded: folded).map { ", \(NumberText.grouped($0)) never came" } ?? "")
  }

  /// The account of a sampler.
  public init(period: Int64, due: Int, delivered: Int, dropped: Int, unwound: Int = 0) {
    self.period = period
    self.due = due
    self.delivered = delivered
    self.dropped = dropped
    self.unwound = unwound
  }
}
