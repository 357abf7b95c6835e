public import KymoCore

/// When events were pushed into a lane, for the thread that takes them: a ring of times beside the ring of events.
///
/// SAFETY: `slots` has a power of two of them, at least as many as the lane holds events. The pushing thread writes a slot
/// before it publishes the event, and the dispatching thread reads it after it took the event and before it gives the
/// event's slot back: the lane's own release and acquire order both, and no slot is written again before it was read.
@safe public final class SourcePushTimes: @unchecked Sendable {
  private struct Slot {
    /// Which event: its source and its sequence.
    var key: UInt64
    var ticks: UInt64
  }

  private let slots: UnsafeMutablePointer<Slot>
  private let mask: UInt64
  private let clock: TickClock
  /// How many events were pushed; the pushing thread's.
  private var pushed: UInt64 = 0
  /// How many of them were taken; the dispatching thread's.
  private var taken: UInt64 = 0

  /// Room for what a lane holds.
  ///
  /// - Parameters:
  ///   - capacity: how many events that is at most, in 1...2^30.
  ///   - clock: the clock of whoever asks for the times.
  init(capacity: Int, clock: TickClock) {
    var room = 1
    while room < capacity { room *= 2 }
    unsafe slots = .allocate(capacity: room)
    unsafe slots.initialize(repeating: Slot(key: 0, ticks: 0), count: room)
    mask = UInt64(room - 1)
    self.clock = clock
  }

  deinit { unsafe slots.deallocate() }

  /// Notes that events are about to be pushed, all at once; for the pushing thread, before it publishes them.
  ///
  /// - Complexity: O(events); the clock is read once.
  public func note(_ events: Span<Event>) {
    let now = clock.now
    for index in events.indices { note(events[index], now) }
  }

  /// Notes that an event is about to be pushed.
  public func note(_ event: Event) { note(event, clock.now) }

  private func note(_ event: borrowing Event, _ now: UInt64) {
    unsafe slots[Int(pushed & mask)] = Slot(key: Self.key(event), ticks: now)
    pushed &+= 1
  }

  /// When an event was pushed, if it came through the lane and is the next one that did.
  func take(_ event: borrowing Event) -> UInt64? {
    let slot = unsafe slots[Int(taken & mask)]
    // What handlers and sinks raise comes through no lane.
    guard slot.key == Self.key(event) else { return nil }
    taken &+= 1
    return slot.ticks
  }

  private static func key(_ event: borrowing Event) -> UInt64 {
    // Never 0, which is a slot that nobody has written.
    1 << 63 | UInt64(event.source.rawValue) << 32 | UInt64(event.sequence)
  }
}
