public import Synchronization

/// The memory of one ring: counters on lines of their own, then the slots.
///
/// SAFETY: allocated once in `init`, freed once in `deinit`, never moved. The counters are atomics, so any
/// thread may read them. A slot is touched by the producer while its position is in
/// `tail..<head + capacity` and by the consumer while it is in `head..<tail`; it changes hands only
/// through a release store of `tail` or `head` that the other side has read with acquire (or, when the
/// oldest may be dropped, through a successful exchange on `claim`). `staging` is the producer's alone, and
/// between its calls nothing in it is initialised.
@safe @usableFromInline
final class UnsafeRingMemory<Element: ~Copyable & Sendable>: @unchecked Sendable {
  /// The distance between counters in bytes: two cache lines, because the prefetcher pulls in pairs.
  @usableFromInline static var spacing: Int { 128 }

  /// The counters of a ring, in the order in which they lie in memory.
  @usableFromInline enum Counter: Int {
    case head, tail, claim, droppedNewest, droppedOldest, waits
    @usableFromInline static var count: Int { 6 }
  }

  @usableFromInline let capacity: Int
  @usableFromInline let contended: Bool
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let counters: UnsafeMutableRawPointer
  @usableFromInline let staging: UnsafeMutablePointer<Element>
  @usableFromInline let stagingCapacity: Int
  @usableFromInline let pauseLoads: Int

  /// How many bytes of elements are made before they are copied into the slots.
  @usableFromInline static var stagingBytes: Int { 4096 }

  @usableFromInline
  init(capacity: Int, start: UInt64, contended: Bool) {
    self.capacity = capacity
    self.contended = contended
    // A spare spacing on both sides keeps neighbours of the allocation off our lines.
    let raw = UnsafeMutableRawPointer.allocate(
      byteCount: (Counter.count + 2) * Self.spacing,
      alignment: Self.spacing
    )
    unsafe counters = raw + Self.spacing
    for index in 0..<Counter.count {
      let initial: UInt64 = index <= Counter.claim.rawValue ? start : 0
      unsafe (counters + index * Self.spacing)
        .initializeMemory(as: Atomic<UInt64>.self, to: Atomic(initial))
    }
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(capacity * MemoryLayout<Element>.stride, 1),
      alignment: max(Self.spacing, MemoryLayout<Element>.alignment)
    )
    unsafe slots = bytes.bindMemory(to: Element.self, capacity: capacity)
    let stride = MemoryLayout<Element>.stride
    stagingCapacity = min(capacity, max(Self.stagingBytes / max(stride, 1), 1))
    let block = UnsafeMutableRawPointer.allocate(
      byteCount: max(stagingCapacity * stride, 1),
      alignment: max(Self.spacing, MemoryLayout<Element>.alignment)
    )
    unsafe staging = block.bindMemory(to: Element.self, capacity: stagingCapacity)
    pauseLoads = PauseLength.loads
  }

  @inlinable
  func counter(_ counter: Counter) -> UnsafeMutablePointer<Atomic<UInt64>> {
    unsafe (counters + counter.rawValue * Self.spacing)
      .assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit {
    // Both ends are gone (they hold the references), so what was never taken is ours.
    let taken = contended ? Counter.claim : Counter.head
    var position = unsafe counter(taken).pointee.load(ordering: .acquiring)
    let tail = unsafe counter(.tail).pointee.load(ordering: .acquiring)
    while position != tail {
      unsafe (slots + Int(truncatingIfNeeded: position) & (capacity - 1)).deinitialize(count: 1)
      position &+= 1
    }
    for index in 0..<Counter.count {
      unsafe (counters + index * Self.spacing)
        .assumingMemoryBound(to: Atomic<UInt64>.self).deinitialize(count: 1)
    }
    unsafe (counters - Self.spacing).deallocate()
    unsafe UnsafeMutableRawPointer(slots).deallocate()
    unsafe UnsafeMutableRawPointer(staging).deallocate()
  }
}
