import Synchronization

/// Says that nothing more comes, when the writing end of a ring that owns it is let go.
@frozen @usableFromInline struct RingEnding: ~Copyable, Sendable {
  /// Whether the writing end is gone; the reading end has it, too.
  @usableFromInline final class Flag: Sendable {
    private let isSet = Atomic(false)

    init() {}

    /// Whether it is gone, and what was pushed before is seen by the next look at the ring.
    var value: Bool { isSet.load(ordering: .acquiring) }

    @usableFromInline func set() { isSet.store(true, ordering: .releasing) }
  }

  @usableFromInline let flag: Flag

  init(_ flag: Flag) { self.flag = flag }

  @inlinable deinit { flag.set() }
}
