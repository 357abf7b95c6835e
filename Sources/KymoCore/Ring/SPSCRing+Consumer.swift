extension SPSCRing where Element: ~Copyable {
  /// The reading end.
  ///
  /// Only one thread may use it; being noncopyable, it can only be moved there.
  @frozen public struct Consumer: ~Copyable, Sendable {
    @usableFromInline let slots: UnsafeSlots<Element>
    @usableFromInline var head: UInt64  // Next slot to read.
    @usableFromInline var tailSeen: UInt64  // May lag the truth, never leads it.
    // The producer may take the oldest: claims are exchanged.
    @usableFromInline let contended: Bool
    @usableFromInline var owned: UInt64 = 0  // Of a contended ring: claimed from `head` on.

    @usableFromInline var patience = Patience()

    /// How many elements a consumer claims at most at once while the producer may drop the oldest.
    @inlinable public static var contendedClaimLimit: Int { 64 }

    @inlinable init(slots: UnsafeSlots<Element>, contended: Bool) {
      self.slots = slots
      head = slots.head
      tailSeen = slots.tail
      self.contended = contended
    }

    /// Losses and delays so far.
    public var statistics: RingStatistics { slots.statistics }

    /// How many elements are there, after a fresh look.
    @inlinable public mutating func availableCount() -> Int {
      if contended && owned == 0 { head = slots.claim }
      tailSeen = slots.tail
      return Int(truncatingIfNeeded: tailSeen &- head)
    }

    /// Moves the oldest element out of the ring, or returns `nil` if it is empty.
    ///
    /// - Complexity: O(1). Reads the producer's cache line only when the ring *looks* empty.
    @inlinable public mutating func pop() -> Element? {
      guard acquireRun(upTo: 1, patiently: true) == 1 else { return nil }
      let element = slots.take(head)
      release(1)
      return element
    }

    /// Shows `body` a run of elements in place, oldest first, and releases them with one store.
    ///
    /// The run ends where the ring's memory wraps, so draining a ring can take two visits. If `body`
    /// throws, the run stays in the ring. The visit after one that emptied the ring and was short begins
    /// some 70 ns late where that has paid, which makes a stream of elements several times as fast.
    ///
    /// - Returns: how many were visited; 0 if the ring is empty.
    /// - Complexity: O(1) beside `body`.
    @inlinable @discardableResult
    public mutating func visit<Failure: Error>(
      upTo count: Int = .max,
      _ body: (Span<Element>) throws(Failure) -> Void
    ) throws(Failure) -> Int {
      let run = acquireRun(upTo: UInt64(truncatingIfNeeded: count), patiently: true)
      if run == 0 { return 0 }
      do throws(Failure) {
        try slots.look(head, count: run, body)
      } catch {
        giveBack()
        throw error
      }
      slots.discard(head, count: run)
      release(run)
      return Int(truncatingIfNeeded: run)
    }

    /// Takes up to `count` elements in a row out of the producer's reach, without consuming them.
    ///
    /// Patiently: see ``Patience``. One that looks after several rings must not wait for each of them.
    @inlinable
    mutating func acquireRun(upTo count: UInt64, patiently: Bool = false) -> UInt64 {
      if contended { return acquireContended(upTo: count) }
      var available = tailSeen &- head
      if available == 0 {
        let waits = patiently && patience.wantsPause
        if waits { slots.pause() }
        tailSeen = slots.tail
        available = tailSeen &- head
        patience.note(found: available, afterPause: waits)
      }
      return min(count, available, slots.contiguous(from: head))
    }

    /// How many elements are out of the producer's reach already.
    @inlinable var acquiredCount: UInt64 { contended ? owned : tailSeen &- head }

    @usableFromInline mutating func acquireContended(upTo count: UInt64) -> UInt64 {
      while owned == 0 {
        head = slots.claim  // The producer may have moved it on.
        tailSeen = slots.tail
        // In pairs: the minimum of four takes an array, which unoptimised code allocates.
        let there = min(tailSeen &- head, slots.contiguous(from: head))
        let run = min(min(count, there), UInt64(Self.contendedClaimLimit))
        if run == 0 { return 0 }
        if slots.exchangeClaim(head, count: run) { owned = run }
      }
      return min(count, owned)
    }

    /// Undoes a claim: what it covered may be dropped again, and is destroyed with the ring.
    @usableFromInline mutating func giveBack() {
      if owned == 0 { return }
      slots.returnClaim(head, count: owned)
      owned = 0
    }

    /// Gives `count` consumed slots back to the producer.
    @inlinable mutating func release(_ count: UInt64) {
      head &+= count
      if contended { owned &-= count }
      slots.publish(head: head)  // Release: we are done with the slots before they are free.
    }
  }
}
