/// A queue's account of its losses to any thread, for as long as that keeps this.
@frozen public struct RingObserver: Sendable {
  @usableFromInline let slots: UnsafeSlots<Event>

  @usableFromInline init(slots: UnsafeSlots<Event>) { self.slots = slots }

  /// Losses and delays so far.
  public var statistics: RingStatistics { slots.statistics }
}

extension EventQueue.Producer {
  /// The observer that tells other threads of the losses in the ring.
  @inlinable public var observer: RingObserver { RingObserver(slots: ring.slots) }
}
