public import KymoCore

/// The sink that lets a page take part: told of every outcome, on the dispatching thread, and raising its calls.
public struct PageSink: OutcomeSink {
  /// The page's end.
  public let link: PageLink

  /// A page as a sink.
  public init(_ link: PageLink) { self.link = link }

  /// True: a page answers with calls.
  public static var mayRaise: Bool { true }

  /// True: a page has timers.
  public static var takesTurns: Bool { true }

  /// When the page has something to do.
  public var nextTurn: Int64 { link.nextDue ?? .max }

  /// Lets the page do it.
  public mutating func takeTurn(at timestamp: Int64) { link.advance(to: timestamp) }

  /// Hands the event and its outcome to the page.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) { link.take(event, outcome, reply: reply) }

  /// Raises the calls that the page has made.
  public mutating func respond(_ raising: inout SinkRaiser) { link.raise(&raising) }
}
