import KymoText

/// A figure that is the same in every run: instructions, allocations.
public struct CountComparison: Sendable, Equatable {
  /// The name of the figure that is counted.
  public let name: String
  /// How often it happened in BASE over ``events``; nil if it could not be counted.
  public let base: Int64?
  /// How often in HEAD.
  public let head: Int64?
  /// Over how many events; of a handler, over how many of its calls.
  public let events: Int
  /// Whose instructions they are: those of a handler, with all that it calls; nil for those of everything.
  public let handler: String?
  /// Which functions execute more or fewer instructions, the largest difference first.
  public let changes: [CountChange]
  /// The share of growth that is allowed: 0.01 for 1 %, 0 for none.
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
    allowedPerEvent: Int64 = 0,
    handler: String? = nil,
    changes: [CountChange] = []
  ) {
    self.name = name
    self.base = base
    self.head = head
    self.events = events
    self.allowedShare = allowedShare
    self.allowedPerEvent = allowedPerEvent
    self.handler = handler
    self.changes = changes
    unavailable = nil
  }

  /// States that it could not be counted; never a 0.
  public init(name: String, unavailable reason: String, handler: String? = nil) {
    self.name = name
    self.handler = handler
    changes = []
    base = nil
    head = nil
    events = 0
    allowedShare = 0
    allowedPerEvent = 0
    unavailable = reason
  }

  /// The verdict on the counts; nil if there are none.
  ///
  /// No statistics: counts are exact, so any excess is one.
  public var verdict: GateVerdict? {
    guard let base, let head else { return nil }
    let slack = slack(of: base)
    if head > base + slack { return .regressed }
    return head < base - slack ? .improved : .pass
  }

  /// How many more than in BASE are allowed.
  private func slack(of base: Int64) -> Int64 {
    max(Int64((Double(base) * allowedShare).rounded(.down)), allowedPerEvent * Int64(events))
  }

  /// The allowed ratio to BASE; nil if not counted, or if BASE has none.
  public var allowedRatio: Double? {
    guard let base, base > 0 else { return nil }
    return Double(base + slack(of: base)) / Double(base)
  }

  /// The change and how large it may be, with the digits that tell both apart; nil if there is no ratio.
  public var changeText: (change: String, allowed: String)? {
    guard let ratio, let allowedRatio else { return nil }
    return PhaseJudgement.percents(ratio, allowedRatio)
  }

  /// How much more is allowed, in words: `+1.00 %`, or `+2 per event` where BASE has none.
  public var allowedText: String {
    changeText?.allowed
      ?? (allowedPerEvent > 0 ? "+\(allowedPerEvent) per \(each)" : PhaseJudgement.percent(1))
  }

  /// HEAD over BASE; nil if not counted, or if BASE has none.
  public var ratio: Double? {
    guard let base, let head, base > 0 else { return nil }
    return Double(head) / Double(base)
  }

  /// The kind of ``events``: an event, or a call of a handler.
  public var each: String { handler == nil ? "event" : "call" }

  /// A count for each of ``events``.
  public func perEvent(_ count: Int64) -> Double { Double(count) / Double(max(events, 1)) }

  /// Why HEAD has REGRESSED in it, in a sentence; nil if it has not.
  public var reason: String? {
    guard verdict == .regressed, let base, let head else { return nil }
    func text(_ count: Int64) -> String { Self.text(perEvent(count)) }
    let change =
      changeText.map { "\($0.change) in HEAD" } ?? "none in BASE, some in HEAD"
    return "counts: \(name): \(change), \(text(head)) instead of \(text(base)) per \(each)"
      + changed
  }

  /// The functions that have more instructions, as the end of a sentence; empty if there are none.
  public var changed: String {
    let shown = changes.filter { $0.difference > 0 }.prefix(Self.shownChanges)
    return shown.isEmpty
      ? ""
      : "; more in "
        + shown.map { "\($0.name) (+\(Self.text($0.difference)))" }.joined(separator: ", ")
  }

  /// How many functions a sentence names.
  static let shownChanges = 3

  /// A count of one event, without decimals if it has none.
  static func text(_ value: Double) -> String {
    // What happens in one event of hundreds is not 0.
    if value != 0, abs(value) < 1 { return NumberText.fixed(value, decimals: 3) }
    return abs(value - value.rounded()) < 0.005
      ? "\(Int(value.rounded()))" : NumberText.fixed(value, decimals: 2)
  }
}
