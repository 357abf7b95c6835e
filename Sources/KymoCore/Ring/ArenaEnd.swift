/// The producing side's books on an arena that goes with a ring: how far it was written.
@frozen @usableFromInline struct ArenaEnd: Sendable {
  /// Bytes ever placed in the arena.
  @usableFromInline var written: UInt64 = 0
  /// The ring position behind the last entry with a text.
  @usableFromInline var afterLast: UInt64

  @usableFromInline init(afterLast: UInt64) { self.afterLast = afterLast }

  /// Where a text of `length` bytes goes, once there is room for it; nil if it is to be dropped.
  mutating func place<Element: ~Copyable>(
    _ length: Int,
    in arena: PayloadArena,
    _ ring: inout SPSCRing<Element>.Producer
  ) -> UInt64? {
    guard length <= arena.maximumLength else { return nil }
    if length == 0 { return written }
    let position = arena.place(length, after: written)
    let end = position &+ UInt64(length)
    if ring.policy == .dropOldest, !arena.isFree(upTo: end), ring.hasLeft(before: afterLast) {
      // Nobody frees the bytes of a text whose entry was dropped; all of them are gone.
      arena.free(upTo: written)
    }
    if !arena.isFree(upTo: end) {
      guard ring.policy == .wait else { return nil }
      ring.countWait()
      var waiter = Waiter(ring.wait)
      while !arena.isFree(upTo: end) { waiter.pause() }
    }
    return position
  }

  /// Notes that a text that ends at `end` went with the entry before ring position `position`.
  mutating func note(end: UInt64, after position: UInt64) {
    written = end
    afterLast = position
  }
}
