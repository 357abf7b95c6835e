import CAllocationCounter

/// The allocations that the calling thread makes.
package enum Allocations {
  /// Whether they are counted; under a sanitizer they are not.
  package static var areCounted: Bool { allocation_counter_is_active() }

  /// Keeps the test library from allocating a backtrace for every throw in this process.
  package static func unhookThrows() { allocation_counter_unhook_throws() }

  /// How many `body` makes.
  package static func count(_ body: () -> Void) -> UInt64 {
    let before = allocation_counter_of_this_thread()
    body()
    return allocation_counter_of_this_thread() - before
  }
}
