/// A bounded queue from exactly one producing thread to exactly one consuming thread.
///
/// Both ends are noncopyable, so a second producer or consumer does not compile. Nothing is allocated,
/// locked or grown after `init`. `push` and `pop` take one element; `claim` and `visit` work in place on a
/// run of slots and touch the shared counters once for all of them.
///
///     var ring = SPSCRing<Event>(minimumCapacity: 4096)
///     ring.producer.push(event)
///     ring.consumer.visit { events in for i in events.indices { use(events[i]) } }
///
/// Not for: several producers (give each its own ring and merge with ``Sequencer``), or unbounded bursts.
@frozen public struct SPSCRing<Element: ~Copyable & Sendable>: ~Copyable, Sendable {
  /// The writing end; move it to the producing thread.
  public var producer: Producer
  /// The reading end; move it to the consuming thread.
  public var consumer: Consumer

  /// The largest number of slots a ring may have.
  public static var maximumCapacity: Int { 1 << 30 }

  /// Creates an empty ring of `minimumCapacity` elements, rounded up to a power of two.
  ///
  /// - Parameters:
  ///   - minimumCapacity: how many elements fit at least.
  ///   - policy: what `push` does when the ring is full.
  ///   - wait: how `push` waits under ``OverflowPolicy/wait``.
  ///   - start: the position of the first element; other than 0 only to test the wrap of the counters.
  /// - Precondition: `minimumCapacity` is in `1...maximumCapacity`.
  @inlinable public init(
    minimumCapacity: Int,
    whenFull policy: OverflowPolicy = .wait,
    wait: WaitStrategy = .spinThenYield,
    startingAt start: UInt64 = 0
  ) {
    precondition(
      minimumCapacity >= 1 && minimumCapacity <= Self.maximumCapacity,
      "SPSCRing capacity must be in 1...2^30"
    )
    var capacity = 1
    while capacity < minimumCapacity { capacity <<= 1 }
    let memory = UnsafeRingMemory<Element>(
      capacity: capacity,
      start: start,
      contended: policy == .dropOldest
    )
    producer = Producer(slots: UnsafeSlots(memory: memory), policy: policy, wait: wait)
    consumer = Consumer(slots: UnsafeSlots(memory: memory), contended: policy == .dropOldest)
  }

  /// Takes the ring apart into its two ends.
  @inlinable public consuming func split(
    _ body: (consuming Producer, consuming Consumer) -> Void
  ) {
    body(producer, consumer)
  }
}
