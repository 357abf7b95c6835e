/// The way of one source into the core: a ring of events, an arena for messages, and a watermark.
///
/// Events must be pushed in the order of ``Event/precedes(_:)``; one that comes too late is refused and
/// counted. A source that is idle calls ``Producer/advance(to:)`` now and then, and every source ends with
/// ``Producer/finish()``: so the ``Sequencer`` never waits for an event that will not come.
@frozen public struct EventQueue: ~Copyable, Sendable {
  /// The source's end.
  public var producer: Producer
  /// The core's end, to be given to a ``Sequencer``.
  public var consumer: Consumer

  /// Makes an empty queue.
  ///
  /// - Parameters:
  ///   - minimumCapacity: how many events fit at least.
  ///   - arenaBytes: how many bytes of messages fit at least; a single message may take half of it.
  ///   - policy: what happens to an event that does not fit.
  ///   - wait: how a push waits.
  ///   - start: see ``SPSCRing``.
  @inlinable public init(
    minimumCapacity: Int,
    arenaBytes: Int = 0,
    whenFull policy: OverflowPolicy = .wait,
    wait: WaitStrategy = .spinThenYield,
    startingAt start: UInt64 = 0
  ) {
    let ring = SPSCRing<Event>(
      minimumCapacity: minimumCapacity,
      whenFull: policy,
      wait: wait,
      startingAt: start
    )
    let shared = Shared(arenaBytes: arenaBytes)
    producer = Producer(ring: ring.producer, shared: shared)
    consumer = Consumer(ring: ring.consumer, shared: shared)
  }

  /// The state that both ends share beside the ring.
  @usableFromInline final class Shared: Sendable {
    @usableFromInline let arena: PayloadArena
    @usableFromInline let watermark = Watermark()

    @usableFromInline init(arenaBytes: Int) {
      arena = arenaBytes == 0 ? .empty : PayloadArena(minimumCapacity: arenaBytes)
    }
  }

  /// The core's end of a queue.
  @frozen public struct Consumer: ~Copyable, Sendable {
    @usableFromInline var ring: SPSCRing<Event>.Consumer
    @usableFromInline let shared: Shared

    @inlinable init(ring: consuming SPSCRing<Event>.Consumer, shared: Shared) {
      self.ring = ring
      self.shared = shared
    }
  }
}
