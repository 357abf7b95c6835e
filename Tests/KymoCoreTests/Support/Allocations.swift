import CAllocationCounter

/// The allocations that the calling thread makes.
enum Allocations {
  /// Whether they are counted; under a sanitizer they are not.
  static var areCounted: Bool { allocation_counter_is_active() }

  /// How many `body` makes.
  static func count(_ body: () -> Void) -> UInt64 {
    let before = allocation_counter_of_this_thread()
    body()
    return allocation_counter_of_this_thread() - before
  }
}
