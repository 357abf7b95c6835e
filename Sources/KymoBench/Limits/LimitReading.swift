/// The value of a figure with a limit, as a run has it.
public enum LimitReading: Sendable, Equatable {
  /// It was measured.
  case value(Double)
  /// It is at least `low`, and below `high` if that is known.
  case between(low: Double, high: Double?)
  /// A run of this kind does not measure it; half a sentence says why.
  case none(String)
  /// A run of this kind measures it, and this one could not; half a sentence says why.
  case missing(String)
}
