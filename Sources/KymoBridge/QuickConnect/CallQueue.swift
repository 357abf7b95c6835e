/// The page's side of `makeCall`: one call in flight, the others wait in order until it is acknowledged.
///
///                  becomeReady              makeCall
///     notReady ──────────────────▶ idle ◀──────────────▶ inFlight ── makeCall ──▶ waits
///         ▲                         │   acknowledge, expire   │
///         └──────── leavePage ──────┴─────────────────────────┘
///
/// Every call has a number, from 0, which is not in its URL. Nothing is allocated after `init`.
public struct CallQueue: ~Copyable {
  /// Whether a call can be sent.
  public enum State: Sendable {
    /// The page has not loaded; calls wait.
    case notReady
    /// The next call is sent at once.
    case idle
    /// A call is on its way; others wait.
    case inFlight
  }

  struct Entry {
    var sequence: UInt64
    var start: Int
    var length: Int
  }

  /// Whether a call can be sent.
  public private(set) var state = State.notReady
  /// The counts so far.
  public private(set) var counts = CallQueueCounts()
  let maximumCalls: Int
  let timeoutNanoseconds: Int64?
  var entries: [Entry]  // A ring; the first is in flight, if one is.
  var first = 0
  var count = 0
  @usableFromInline var texts: UnsafeTextRing
  var sentAt: Int64 = 0

  /// An empty queue of a page that has not loaded.
  ///
  /// - Parameters:
  ///   - maximumCalls: how many calls may wait or be in flight; at least 1.
  ///   - maximumBytes: how many bytes their URLs may have together.
  ///   - acknowledgementTimeoutNanoseconds: after how long ``expire(at:)`` gives a call up; nil for never.
  public init(
    maximumCalls: Int = 64,
    maximumBytes: Int = 1 << 20,
    acknowledgementTimeoutNanoseconds: Int64? = nil
  ) {
    precondition(maximumCalls > 0 && maximumBytes > 0, "a queue needs room for a call")
    self.maximumCalls = maximumCalls
    timeoutNanoseconds = acknowledgementTimeoutNanoseconds
    entries = Array(
      repeating: Entry(sequence: 0, start: 0, length: 0),
      count: maximumCalls
    )
    texts = UnsafeTextRing(capacity: maximumBytes)
  }

  /// How many calls wait, without the one in flight.
  public var waiting: Int { state == .inFlight ? count - 1 : count }

  /// The number of the call in flight, or nil.
  public var inFlight: UInt64? { state == .inFlight ? entries[first].sequence : nil }

  /// The page makes a call.
  ///
  /// - Parameters:
  ///   - url: the URL, as UTF-8.
  ///   - now: the time in ns.
  /// - Returns: what became of it; if it is in flight, load it: ``withInFlight(_:)``.
  /// - Complexity: O(bytes), without allocation.
  public mutating func makeCall(_ url: RawSpan, at now: Int64) -> CallAdmission {
    let sequence = counts.made
    counts.made += 1
    let oldest = count > 0 ? entries[first].start : nil
    guard count < maximumCalls, let start = texts.append(url, oldest: oldest) else {
      counts.dropped += 1
      return .dropped(sequence)
    }
    entries[(first + count) % maximumCalls] = Entry(
      sequence: sequence,
      start: start,
      length: url.byteCount
    )
    count += 1
    send(at: now)
    counts.mostWaiting = max(counts.mostWaiting, waiting)
    return inFlight == sequence ? .inFlight(sequence) : .queued(sequence)
  }

  /// The page has loaded; the first call that waits goes into flight.
  ///
  /// - Parameter now: the time in ns.
  public mutating func becomeReady(at now: Int64) {
    guard state == .notReady else { return }
    state = .idle
    send(at: now)
  }

  /// The page is left: its calls are gone with it.
  public mutating func leavePage() {
    counts.abandoned += UInt64(count)
    count = 0
    texts.reset()
    state = .notReady
  }

  /// The call in flight has arrived; the next one that waits goes into flight.
  ///
  /// - Parameters:
  ///   - sequence: the number of the call.
  ///   - now: the time in ns.
  /// - Returns: whether that call was in flight; if not, nothing happens but a count.
  public mutating func acknowledge(_ sequence: UInt64, at now: Int64) -> Bool {
    guard inFlight == sequence else {
      counts.unexpectedAcknowledgements += 1
      return false
    }
    counts.acknowledged += 1
    land(at: now)
    return true
  }

  /// Gives the call in flight up if its time is over; the next one that waits goes into flight.
  ///
  /// - Parameter now: the time in ns.
  /// - Returns: the number of the call that was given up, or nil.
  public mutating func expire(at now: Int64) -> UInt64? {
    guard let timeoutNanoseconds, let sequence = inFlight,
      now.subtractingReportingOverflow(sentAt).partialValue >= timeoutNanoseconds
    else { return nil }
    counts.timedOut += 1
    land(at: now)
    return sequence
  }

  /// Lets `body` read the number and the URL of the call in flight; nil if there is none.
  @inlinable public func withInFlight<Result, Failure: Error>(
    _ body: (UInt64, RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard let place = placeInFlight else { return nil }
    return try texts.withText(place.start, place.length) { (text) throws(Failure) in
      try body(place.sequence, text)
    }
  }

  @usableFromInline var placeInFlight: (sequence: UInt64, start: Int, length: Int)? {
    guard state == .inFlight else { return nil }
    let entry = entries[first]
    return (entry.sequence, entry.start, entry.length)
  }

  private mutating func send(at now: Int64) {
    guard state == .idle, count > 0 else { return }
    state = .inFlight
    sentAt = now
    counts.sent += 1
  }

  private mutating func land(at now: Int64) {
    first = (first + 1) % maximumCalls
    count -= 1
    if count == 0 { texts.reset() }
    state = .idle
    send(at: now)
  }
}
