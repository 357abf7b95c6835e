import Synchronization

/// A number that one thread raises and another watches.
final class Counter: Sendable {
  let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .acquiring) }

  func increment() { count.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}
