/// A part of a gate, which may be left out; the raw values are the names on the command line.
public enum GatePart: String, Sendable, CaseIterable {
  /// The countable quantities: instructions, allocations, system calls.
  case counts
  /// The cost of an event, back to back with others.
  case cost
  /// The response time under an open load.
  case load
}
