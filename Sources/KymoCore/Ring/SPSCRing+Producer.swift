extension SPSCRing where Element: ~Copyable {
  /// The writing end.
  ///
  /// Only one thread may use it; being noncopyable, it can only be moved there.
  @frozen public struct Producer: ~Copyable, Sendable {
    @usableFromInline let slots: UnsafeSlots<Element>
    @usableFromInline var tail: UInt64  // Next slot to fill; only this end advances it.
    @usableFromInline var headSeen: UInt64  // May lag the truth, never leads it.
    @usableFromInline let policy: OverflowPolicy
    @usableFromInline let wait: WaitStrategy

    @inlinable init(slots: UnsafeSlots<Element>, policy: OverflowPolicy, wait: WaitStrategy) {
      self.slots = slots
      tail = slots.tail
      headSeen = slots.head
      self.policy = policy
      self.wait = wait
    }

    /// How many elements the ring holds at most.
    @inlinable public var capacity: Int { Int(truncatingIfNeeded: slots.capacity) }

    /// Losses and delays so far.
    public var statistics: RingStatistics { slots.statistics }

    /// Moves `element` into the ring, or hands it back untouched if the ring is full.
    ///
    /// Wait-free; the policy plays no part.
    ///
    /// - Returns: `nil` on success; the rejected element otherwise.
    /// - Complexity: O(1). Reads the consumer's cache line only when the ring *looks* full.
    @inlinable public mutating func tryPush(_ element: consuming Element) -> Element? {
      if tail &- headSeen >= slots.capacity, !refresh() { return element }
      slots.fill(tail, with: element)
      tail &+= 1
      slots.publish(tail: tail)  // Release: the slot is visible before the count that covers it.
      return nil
    }

    /// Moves `element` into the ring, doing what the policy says if it is full.
    ///
    /// - Returns: what became of the element, and whether another one was lost.
    /// - Complexity: O(1) unless the policy is to wait.
    @inlinable @discardableResult
    public mutating func push(_ element: consuming Element) -> PushResult {
      var result = PushResult.pushed
      if tail &- headSeen >= slots.capacity, !refresh() {
        result = makeRoom()
        if result == .dropped { return result }
      }
      slots.fill(tail, with: element)
      tail &+= 1
      slots.publish(tail: tail)
      return result
    }

    /// Lets `body` make up to `count` elements and publishes them with one store.
    ///
    /// The span may be shorter than `count`: it ends where the ring is full or its memory wraps, and has
    /// 4 KiB of elements at most (64 events).
    /// Elements that `body` appended are published, also if it throws nothing but appends fewer.
    ///
    /// - Returns: how many were published; 0 if the ring is full.
    /// - Complexity: O(1) beside `body`.
    @inlinable public mutating func claim<Failure: Error>(
      upTo count: Int,
      _ body: (inout OutputSpan<Element>) throws(Failure) -> Void
    ) throws(Failure) -> Int {
      let wanted = min(UInt64(count), slots.stagingCapacity)
      var free = slots.capacity &- (tail &- headSeen)
      if free < wanted {
        _ = refresh()
        free = slots.capacity &- (tail &- headSeen)
      }
      let run = min(wanted, free, slots.contiguous(from: tail))
      if run == 0 { return 0 }
      let filled = try slots.fill(tail, count: run, body)
      tail &+= filled
      slots.publish(tail: tail)
      return Int(truncatingIfNeeded: filled)
    }

    /// How many elements fit without waiting, as far as this end knows after a fresh look.
    @inlinable public mutating func freeCount() -> Int {
      _ = refresh()
      return Int(truncatingIfNeeded: slots.capacity &- (tail &- headSeen))
    }

    /// Whether every element before `position` was consumed or dropped, after a fresh look.
    mutating func hasLeft(before position: UInt64) -> Bool {
      _ = refresh()
      return Int64(bitPattern: headSeen &- position) >= 0
    }

    /// Counts an element that its owner dropped for want of room elsewhere.
    mutating func countDrop() -> PushResult {
      slots.add(1, to: .droppedNewest)
      return .dropped
    }

    /// Counts a wait for room elsewhere.
    func countWait() { slots.add(1, to: .waits) }

    /// Looks at the consumer's counter; true if there is room now.
    @inlinable mutating func refresh() -> Bool {
      let head = slots.head
      // After a dropped oldest this end is ahead of what the consumer has released.
      if Int64(bitPattern: head &- headSeen) > 0 { headSeen = head }
      return tail &- headSeen < slots.capacity
    }

    /// The cold half of `push`: the ring is full.
    @usableFromInline mutating func makeRoom() -> PushResult {
      switch policy {
      case .wait:
        slots.add(1, to: .waits)
        var waiter = Waiter(wait)
        while !refresh() { waiter.pause() }
        return .pushed
      case .dropNewest:
        slots.add(1, to: .droppedNewest)
        return .dropped
      case .dropOldest:
        // Ours to take only if the consumer is not reading it: claim == oldest. A failed exchange
        // means that the consumer has just claimed it.
        if slots.exchangeClaim(headSeen, count: 1) {
          slots.discard(headSeen, count: 1)
          headSeen &+= 1
          slots.add(1, to: .droppedOldest)
          return .replacedOldest
        }
        if refresh() { return .pushed }
        slots.add(1, to: .droppedNewest)
        return .dropped
      }
    }
  }
}
