/// The messages of a page in our engine and in a browser, compared one by one.
///
/// Both directions share one order: that in which the messages arrived.
public struct PageComparison: Sendable {
  /// Where a page was run.
  public enum Place: String, Sendable, CaseIterable {
    /// In our own engine.
    case here
    /// In Chromium.
    case chromium
  }

  /// The first message that differs.
  public struct Difference: Sendable, Equatable {
    /// Its number among the messages, from 0.
    public var number: Int
    /// The message here; nil if there are no more.
    public var here: PageMessage?
    /// The message in the browser; nil if there are no more.
    public var chromium: PageMessage?

    /// Whether it is the time alone.
    public var isOfTime: Bool {
      guard let here, let chromium else { return false }
      return here.text == chromium.text && here.direction == chromium.direction
    }
  }

  /// How many messages are compared; those behind are counted.
  public let limit: Int
  private var messages: [PageMessage] = []
  private var counts: [Place: [PageLedger.Direction: UInt64]] = [:]
  private var here = 0
  private var chromium = 0
  /// The first message that differs; nil if none does.
  public private(set) var difference: Difference?

  /// Nothing was compared yet.
  ///
  /// - Parameter limit: how many messages are kept and compared.
  public init(limit: Int = 1_000_000) { self.limit = limit }

  /// How many messages there were in a place, in a direction.
  public func count(_ place: Place, _ direction: PageLedger.Direction) -> UInt64 {
    counts[place]?[direction] ?? 0
  }

  /// How many messages were compared.
  public var compared: Int { min(here, chromium, limit) }

  /// Whether there were more than are compared.
  public var isCut: Bool { max(here, chromium) > limit }

  /// Takes a message of the run here: all of them come before those of the browser.
  public mutating func add(_ message: PageMessage) {
    counts[.here, default: [:]][message.direction, default: 0] += 1
    if here < limit { messages.append(message) }
    here += 1
  }

  /// Compares a message of the browser with that of the run here.
  public mutating func compare(_ message: PageMessage) {
    counts[.chromium, default: [:]][message.direction, default: 0] += 1
    defer { chromium += 1 }
    guard difference == nil, chromium < limit else { return }
    let expected = chromium < messages.count ? messages[chromium] : nil
    let isSame =
      expected.map {
        $0.text == message.text && $0.direction == message.direction && $0.time == message.time
      } ?? false
    if !isSame {
      difference = Difference(number: chromium, here: expected, chromium: message)
    }
  }

  /// The browser has no more.
  public mutating func finish() {
    guard difference == nil, chromium < messages.count else { return }
    difference = Difference(number: chromium, here: messages[chromium], chromium: nil)
  }
}
