import Synchronization

/// Whether the dispatching side of a port has ended.
final class PortFlag: Sendable {
  private let isSet = Atomic(false)

  /// Whether nothing more will be pushed; what was pushed before is then seen by the next look at the ring.
  var value: Bool { isSet.load(ordering: .acquiring) }

  func set() { isSet.store(true, ordering: .releasing) }
}
