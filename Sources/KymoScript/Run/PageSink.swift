public import KymoCore

/// The sink that lets a page take part: told of every outcome, on the dispatching thread, and raising its calls.
public struct PageSink: OutcomeSink {
  /// The page's end.
  public let link: PageLink

  /// When the page was loaded, until the first event: what belongs to loading goes before that.
  private var loadedAt: Int64?

  /// A page as a sink.
  public init(_ link: PageLink) {
    self.link = link
    loadedAt = link.view.clock.now
  }

  /// True: a page answers with calls.
  public static var mayRaise: Bool { true }

  /// True: a page has timers.
  public static var takesTurns: Bool { true }

  /// True: events are dispatched in the midst of turns of some pages.
  public static var hasTurnTaker: Bool { true }

  /// The page's end, if its calls are answered at once.
  public func turnTaker(at timestamp: Int64) -> (any TurnTaker)? {
    link.answersAtOnce ? link : nil
  }

  /// When the page has something to do; before everything if that belongs to loading.
  public var nextTurn: Int64 {
    guard let due = link.nextDue else { return .max }
    if let loadedAt, due <= loadedAt { return .min }
    return due
  }

  /// Lets the page do it.
  public mutating func takeTurn(at timestamp: Int64) -> Int64 {
    let time = max(timestamp, loadedAt ?? timestamp)
    link.advance(to: time)
    return time
  }

  /// Hands the event and its outcome to the page.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if !link.atOnce.isUnderWay { loadedAt = nil }
    link.take(event, outcome, reply: reply)
  }

  /// Lets the page feel what a person or the phone does to it; of other events it knows nothing.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    link.feel(event, message: message)
  }

  /// Raises the calls that the page has made.
  public mutating func respond(_ raising: inout SinkRaiser) { link.raise(&raising) }
}
