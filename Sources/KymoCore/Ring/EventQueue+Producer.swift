public import Synchronization

extension EventQueue {
  /// The source's end of a queue; only one thread may use it.
  @frozen public struct Producer: ~Copyable, Sendable {
    @usableFromInline var ring: SPSCRing<Event>.Producer
    @usableFromInline let shared: Shared
    @usableFromInline var promised: Int64 = .min  // No event before this may be pushed.
    @usableFromInline var texts: ArenaEnd
    /// How many events were refused because they came before one already pushed or promised.
    public private(set) var lateCount: UInt64 = 0

    @inlinable init(ring: consuming SPSCRing<Event>.Producer, shared: Shared) {
      texts = ArenaEnd(afterLast: ring.tail)
      self.ring = ring
      self.shared = shared
    }

    /// Losses and delays in the ring so far.
    public var statistics: RingStatistics { ring.statistics }

    /// How many events the queue holds at most.
    @inlinable public var capacity: Int { ring.capacity }

    /// How many events fit without waiting.
    @inlinable public mutating func freeCount() -> Int { ring.freeCount() }

    /// Whether an event fits without waiting, and its message too.
    ///
    /// - Parameter length: how many bytes the message has; nil if there is none. One that is too long for the
    ///   arena fits: it is dropped at once.
    /// - Returns: whether a push would not have to wait.
    @inlinable public mutating func hasRoom(forMessageOf length: Int? = nil) -> Bool {
      if ring.freeCount() == 0 { return false }
      guard let length else { return true }
      return hasRoomInArena(length)
    }

    @usableFromInline func hasRoomInArena(_ length: Int) -> Bool {
      guard length <= shared.arena.maximumLength else { return true }
      return shared.arena.isFree(
        upTo: shared.arena.place(length, after: texts.written) &+ UInt64(length)
      )
    }

    /// Pushes one event without a message.
    ///
    /// - Returns: what became of it. An event whose timestamp lies before the last one's, or before a
    ///   promised watermark, is refused as ``PushResult/late``.
    @inlinable @discardableResult
    public mutating func push(_ event: Event) -> PushResult {
      if event.timestamp < promised { return refuseLate() }
      promised = event.timestamp
      return ring.push(event)
    }

    /// Lets `body` fill up to `count` events in place and publishes them with one store.
    ///
    /// - Returns: how many were published; 0 if the ring is full.
    /// - Precondition: the events are in order, and none lies before an earlier promise.
    @inlinable public mutating func claim<Failure: Error>(
      upTo count: Int,
      _ body: (inout OutputSpan<Event>) throws(Failure) -> Void
    ) throws(Failure) -> Int {
      var latest = promised
      let published = try ring.claim(upTo: count) { output throws(Failure) in
        try body(&output)
        let events = output.span
        for index in events.indices {
          let timestamp = events[index].timestamp
          precondition(timestamp >= latest, "claimed events must be in order")
          latest = timestamp
        }
      }
      promised = latest
      return published
    }

    /// Pushes an event that carries `message`; its payload is replaced by a reference of the
    /// same tag, and its kind is ``EventKind/message`` unless it is ``EventKind/data``.
    ///
    /// - Returns: what became of it; a message longer than half the arena is dropped and counted.
    @discardableResult
    public mutating func push(_ event: Event, message: RawSpan) -> PushResult {
      if event.timestamp < promised { return refuseLate() }
      let length = message.byteCount
      guard let position = texts.place(length, in: shared.arena, &ring) else {
        return ring.countDrop()
      }
      shared.arena.write(message, at: position)
      var event = event
      if !event.kind.isReference { event.kind = .message }
      let tag = event.payload.reference.tag
      event.payload = Payload(
        PayloadReference(offset: position, length: UInt32(length), tag: tag)
      )
      promised = event.timestamp
      let result = ring.push(event)
      if result != .dropped { texts.note(end: position &+ UInt64(length), after: ring.tail) }
      return result
    }

    /// Promises that no event before `timestamp` will follow, so that others need not wait for one.
    ///
    /// A promise of the largest timestamp still lets events at that time follow: only ``finish()`` ends a queue.
    ///
    /// - Complexity: one release store; nothing if only the largest timestamp is left.
    @inlinable public mutating func advance(to timestamp: Int64) {
      // The watermark of a queue that is finished is `.max`, whatever its last event was.
      guard promised < .max else { return }
      promised = max(promised, min(timestamp, .max - 1))
      publishPromise()
    }

    /// Promises that nothing will follow at all.
    @inlinable public mutating func finish() {
      promised = .max
      publishPromise()
    }

    @inlinable func publishPromise() {
      // Release: whoever sees the promise sees every event pushed before it.
      shared.watermark.time.store(promised, ordering: .releasing)
    }

    @usableFromInline mutating func refuseLate() -> PushResult {
      lateCount += 1
      return .late
    }
  }
}
