/// A figure that is the same in every run: instructions, allocations.
public struct CountComparison: Sendable, Equatable {
  /// What is counted.
  public let name: String
  /// How often it happened in BASE over ``events``; nil if it could not be counted.
  public let base: Int64?
  /// How often in HEAD.
  public let head: Int64?
  /// Over how many events.
  public let events: Int
  /// What share more is allowed: 0.01 for 1 %, 0 for none.
  public let allowedShare: Double
  /// How many more per event are allowed in any case.
  public let allowedPerEvent: Int64
  /// Why it could not be counted; nil if it could.
  public let unavailable: String?

  /// Compares two counts.
  public init(
    name: String,
    base: Int64,
    head: Int64,
    events: Int,
    allowedShare: Double,
    allowedPerEvent: Int64 = 0
  ) {
    self.name = name
    self.base = base
    self.head = head
    self.events = events
    self.allowedShare = allowedShare
    self.allowedPerEvent = allowedPerEvent
    unavailable = nil
  }

  /// States that it could not be counted; never a 0.
  public init(name: String, unavailable reason: String) {
    self.name = name
    base = nil
    head = nil
    events = 0
    allowedShare = 0
    allowedPerEvent = 0
    unavailable = reason
  }

  /// What the counts say; nil if there are none.
  ///
  /// No statistics: counts are exact, so any excess is one.
  public var verdict: GateVerdict? {
    guard let base, let head else { return nil }
    let slack = max(
      Int64((Double(base) * allowedShare).rounded(.down)),
      allowedPerEvent * Int64(events)
    )
    if head > base + slack { return .regressed }
    return head < base - slack ? .improved : .pass
  }

  /// HEAD over BASE; nil if not counted, or if BASE has none.
  public var ratio: Double? {
    guard let base, let head, base > 0 else { return nil }
    return Double(head) / Double(base)
  }
}
