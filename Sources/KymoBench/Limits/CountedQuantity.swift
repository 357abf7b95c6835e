/// A quantity that is counted per event of a command instead of timed, under its name in reports.
public enum CountedQuantity: String, Sendable, CaseIterable {
  /// Instructions that were executed.
  case instructions
  /// How often memory was asked for.
  case allocations
  /// How much memory was asked for, in bytes.
  case bytes
  /// How often a reference was counted up.
  case retains
  /// How often a reference was counted down.
  case releases
  /// Calls of the system that do more than get memory for the heap.
  case systemCalls

  /// The name in words, as tables have it.
  package var heading: String { self == .systemCalls ? "system calls" : rawValue }
}
