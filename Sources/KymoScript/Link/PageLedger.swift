/// The fate of every message that one side gave to the bridge.
public struct PageLedger: Sendable, Equatable {
  /// The way of a message.
  public enum Direction: Sendable, Equatable {
    /// A reply, or what native code says by itself.
    case toPage
    /// A call.
    case toNative
  }

  /// The counts of one direction.
  public struct Counts: Sendable, Equatable {
    /// How many were given to the bridge.
    public var sent: UInt64 = 0
    /// How many arrived, doubled ones twice.
    public var delivered: UInt64 = 0
    /// How many a fault has lost.
    public var dropped: UInt64 = 0
    /// How many a fault has doubled.
    public var duplicated: UInt64 = 0
    /// How many a fault has let arrive after the next.
    public var reordered: UInt64 = 0
    /// How many a fault has delayed.
    public var delayed: UInt64 = 0
    /// How many waited when the page was loaded anew, and are gone with it.
    public var lostByReload: UInt64 = 0
    /// How many were on their way when the run ended.
    public var waiting: UInt64 = 0

    /// Whether every message is accounted for.
    public var isBalanced: Bool {
      sent + duplicated == delivered + dropped + lostByReload + waiting
    }
  }

  /// Replies, and what native code says by itself.
  public var toPage = Counts()
  /// Calls.
  public var toNative = Counts()
  /// How many calls were refused: too long, or too many waited.
  public var refusedCalls: UInt64 = 0
  /// How many of them were too long.
  public var longCalls: UInt64 = 0

  /// Nothing has happened.
  public init() {}

  /// How many messages were given to the bridge.
  public var sent: UInt64 { toPage.sent + toNative.sent }

  /// Whether every message is accounted for.
  public var isBalanced: Bool { toPage.isBalanced && toNative.isBalanced }

  /// The counts of a direction.
  public subscript(direction: Direction) -> Counts {
    get { direction == .toPage ? toPage : toNative }
    set { if direction == .toPage { toPage = newValue } else { toNative = newValue } }
  }
}
