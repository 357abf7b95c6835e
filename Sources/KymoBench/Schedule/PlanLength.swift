/// How long a plan is; a recording shorter than that is repeated.
public enum PlanLength: Sendable, Equatable {
  /// So many events.
  case events(Int)
  /// All events whose intended start is less than so many ns after the first.
  case nanoseconds(Int64)
}
