import KymoCore

/// The messages between a page and the native side: numbered as they are given to the bridge, befallen by faults,
/// counted and digested.
///
/// It knows neither of the two ends: what arrives is taken out of it, in each direction for itself. Each message arrives
/// exactly once unless a fault is made at it.
public struct PageTraffic {
  /// The fate of the messages.
  public private(set) var ledger = PageLedger()
  /// The digest over all that crossed the bridge.
  public private(set) var digest = BridgeDigest()
  /// How many calls waited in the page when the run ended.
  public private(set) var heldCalls: UInt64 = 0
  private let faults: PageFaults
  private let maximumCalls: Int
  private var number: UInt64 = 0
  private var toPage = PageTransit()
  private var toNative = PageTransit()

  /// No messages yet.
  ///
  /// - Parameters:
  ///   - faults: what is done on purpose to them.
  ///   - maximumCalls: how many calls are on their way at most.
  init(_ faults: PageFaults, maximumCalls: Int) {
    self.faults = faults
    self.maximumCalls = maximumCalls
  }

  /// The faults that were to be made at messages that there were not.
  public var faultsNotMade: [UInt64] { faults.places.keys.filter { $0 >= number }.sorted() }

  // MARK: On their way

  /// Numbers a message, which is then given to the bridge.
  mutating func next(
    _ text: [UInt8],
    _ direction: PageLedger.Direction,
    at time: Int64
  ) -> PageMessage {
    defer { number += 1 }
    return PageMessage(number: number, direction: direction, time: time, text: text)
  }

  /// The fault at a message.
  func fault(at message: PageMessage) -> PageFault? { faults[message.number] }

  /// Gives a message to the bridge.
  mutating func send(_ message: PageMessage, _ fault: PageFault?) {
    if message.direction == .toPage {
      toPage.send(message, fault, &ledger.toPage)
    } else {
      toNative.send(message, fault, &ledger.toNative)
    }
  }

  /// Lets a message cross while the page's script waits: nothing can be put off.
  ///
  /// - Returns: how often it arrives.
  mutating func cross(_ message: PageMessage, _ fault: PageFault?) -> Int {
    ledger[message.direction].sent += 1
    if fault == .drop {
      ledger[message.direction].dropped += 1
      return 0
    }
    let arrivals = fault == .duplicate ? 2 : 1
    if fault == .duplicate { ledger[message.direction].duplicated += 1 }
    ledger[message.direction].delivered += UInt64(arrivals)
    for _ in 0..<arrivals { digest.add(message) }
    return arrivals
  }

  /// Whether one more call finds room.
  var takesCalls: Bool { toNative.count < maximumCalls }

  /// Whether something can arrive at the page now.
  var hasReplies: Bool { toPage.hasReady }

  /// Whether a call can arrive now.
  var hasCalls: Bool { toNative.hasReady }

  /// When the next delayed message arrives, in ns; the last time of all if there is none.
  var nextDue: Int64 { min(toPage.nextDue, toNative.nextDue) }

  /// Lets what is due at a time arrive next.
  mutating func advance(to time: Int64) {
    toPage.advance(to: time)
    toNative.advance(to: time)
  }

  // MARK: Arrivals

  /// The next message for the page, which arrives.
  mutating func takeReply() -> PageMessage? {
    guard let message = toPage.take(&ledger.toPage) else { return nil }
    digest.add(message)
    return message
  }

  /// The next call, which arrives.
  mutating func takeCall() -> PageMessage? {
    guard let message = toNative.take(&ledger.toNative) else { return nil }
    digest.add(message)
    return message
  }

  /// Counts a question of the page, which crosses the bridge by itself.
  mutating func note(_ dialog: WebDialog, at time: Int64) { digest.add(dialog, at: time) }

  // MARK: What comes to nothing

  /// Counts a call that was not given to the bridge: it is too long, or too many are on their way.
  mutating func refuse() { ledger.refusedCalls += 1 }

  /// Counts a call that has arrived, and that the dispatcher refuses: it was delivered to nobody.
  mutating func refuseArrived(isTooLong: Bool) {
    ledger.toNative.delivered -= 1
    ledger.toNative.dropped += 1
    ledger.refusedCalls += 1
    if isTooLong { ledger.longCalls += 1 }
  }

  /// Loses the calls that waited in a page which is loaded anew.
  mutating func loseCalls(_ held: UInt64) {
    ledger.toNative.sent += held
    ledger.toNative.lostByReload += held
  }

  /// Loses what was on its way to a page that is gone.
  mutating func loseReplies() { ledger.toPage.lostByReload += toPage.clear() }

  /// Ends the run: what is on its way, and the calls that wait in the page, go no further.
  mutating func finish(holding held: UInt64) {
    heldCalls = held
    ledger.toNative.sent += held
    ledger.toPage.waiting = UInt64(toPage.count)
    ledger.toNative.waiting = UInt64(toNative.count) + held
  }
}
