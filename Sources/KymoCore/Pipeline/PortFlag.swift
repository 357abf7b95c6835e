import Synchronization

/// Whether the dispatching side of a port has ended.
@usableFromInline final class PortFlag: Sendable {
  private let isSet = Atomic(false)

  init() {}

  /// Whether nothing more will be pushed; what was pushed before is then seen by the next look at the ring.
  var value: Bool { isSet.load(ordering: .acquiring) }

  @usableFromInline func set() { isSet.store(true, ordering: .releasing) }
}
