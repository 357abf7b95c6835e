public import Synchronization

/// One end's view of a ring's memory: the addresses, so that no call goes through the owning object.
///
/// SAFETY: the pointers stay valid because `memory` is held. Which positions may be passed to which
/// method is the ring protocol stated in `UnsafeRingMemory`; the two ends are its only callers.
@safe @frozen @usableFromInline
struct UnsafeSlots<Element: ~Copyable & Sendable>: @unchecked Sendable {
  @usableFromInline let memory: UnsafeRingMemory<Element>
  @usableFromInline let base: UnsafeMutablePointer<Element>
  @usableFromInline let mask: UInt64
  @usableFromInline let headCounter: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let tailCounter: UnsafeMutablePointer<Atomic<UInt64>>
  @usableFromInline let claimCounter: UnsafeMutablePointer<Atomic<UInt64>>

  @inlinable
  init(memory: UnsafeRingMemory<Element>) {
    self.memory = memory
    unsafe base = memory.slots
    mask = UInt64(memory.capacity - 1)
    unsafe headCounter = memory.counter(.head)
    unsafe tailCounter = memory.counter(.tail)
    unsafe claimCounter = memory.counter(.claim)
  }

  @inlinable var capacity: UInt64 { mask &+ 1 }

  @inlinable func slot(_ position: UInt64) -> UnsafeMutablePointer<Element> {
    unsafe base + Int(truncatingIfNeeded: position & mask)
  }

  /// How many slots lie in a row from `position` to the end of the memory.
  @inlinable func contiguous(from position: UInt64) -> UInt64 { capacity &- (position & mask) }

  @inlinable func fill(_ position: UInt64, with element: consuming Element) {
    unsafe slot(position).initialize(to: element)
  }

  @inlinable func take(_ position: UInt64) -> Element { unsafe slot(position).move() }

  @inlinable func discard(_ position: UInt64, count: UInt64) {
    unsafe slot(position).deinitialize(count: Int(truncatingIfNeeded: count))
  }

  /// How many elements ``fill(_:count:_:)`` makes at once.
  @inlinable var stagingCapacity: UInt64 { UInt64(memory.stagingCapacity) }

  /// Lets `body` make up to `count` elements, moves them into slots in a row, and says how many it did.
  ///
  /// They are made in memory that only the producer touches, and then copied in the widest stores that the
  /// machine has. A store to a line that the other core holds waits in the store buffer, which has some
  /// hundred entries: elements made in place by five stores each fill it five times as fast, and fewer lines are
  /// on their way at once. Where lines pass slowly this doubles what the ring lets through.
  ///
  /// - Precondition: `count` is at most ``stagingCapacity``.
  @inlinable func fill<Failure: Error>(
    _ position: UInt64,
    count: UInt64,
    _ body: (inout OutputSpan<Element>) throws(Failure) -> Void
  ) throws(Failure) -> UInt64 {
    let buffer = unsafe UnsafeMutableBufferPointer(
      start: memory.staging,
      count: Int(truncatingIfNeeded: count)
    )
    var output = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    try body(&output)
    let filled = unsafe output.finalize(for: buffer)
    unsafe slot(position).moveInitialize(from: memory.staging, count: filled)
    return UInt64(filled)
  }

  /// Lets `body` look at `count` slots in a row.
  @inlinable func look<Result: ~Copyable, Failure: Error>(
    _ position: UInt64,
    count: UInt64,
    _ body: (Span<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let buffer = unsafe UnsafeBufferPointer(
      start: UnsafePointer(slot(position)),
      count: Int(truncatingIfNeeded: count)
    )
    return try body(unsafe Span(_unsafeElements: buffer))
  }

  // Acquire pairs with the release in the matching `publish`.
  @inlinable var head: UInt64 { unsafe headCounter.pointee.load(ordering: .acquiring) }
  @inlinable var tail: UInt64 { unsafe tailCounter.pointee.load(ordering: .acquiring) }
  @inlinable var claim: UInt64 { unsafe claimCounter.pointee.load(ordering: .acquiring) }
  @inlinable func publish(head: UInt64) {
    unsafe headCounter.pointee.store(head, ordering: .releasing)
  }
  @inlinable func publish(tail: UInt64) {
    unsafe tailCounter.pointee.store(tail, ordering: .releasing)
  }
  /// Lets ``PauseLength`` pass without touching a line that the other side is writing.
  @inlinable @inline(never) func pause() {
    for _ in 0..<memory.pauseLoads { _ = unsafe claimCounter.pointee.load(ordering: .relaxed) }
  }

  /// Takes `count` positions from `position` on, unless the other side was faster.
  @inlinable func exchangeClaim(_ position: UInt64, count: UInt64) -> Bool {
    unsafe claimCounter.pointee.compareExchange(
      expected: position,
      desired: position &+ count,
      ordering: .acquiringAndReleasing
    ).exchanged
  }

  /// Undoes a claim of `count` positions from `position` on, none of which was consumed.
  @usableFromInline func returnClaim(_ position: UInt64, count: UInt64) {
    // The producer moves only a claim that equals the oldest position, and this one lies above it.
    let exchanged = unsafe claimCounter.pointee.compareExchange(
      expected: position &+ count,
      desired: position,
      ordering: .acquiringAndReleasing
    ).exchanged
    precondition(exchanged, "a claim was moved by the end that does not hold it")
  }

  @usableFromInline func add(_ count: UInt64, to counter: UnsafeRingMemory<Element>.Counter) {
    // One writer (the producer), any reader: a relaxed addition is enough.
    unsafe memory.counter(counter).pointee.wrappingAdd(count, ordering: .relaxed)
  }

  var statistics: RingStatistics {
    RingStatistics(
      droppedNewest: unsafe memory.counter(.droppedNewest).pointee.load(ordering: .relaxed),
      droppedOldest: unsafe memory.counter(.droppedOldest).pointee.load(ordering: .relaxed),
      waits: unsafe memory.counter(.waits).pointee.load(ordering: .relaxed)
    )
  }
}
