/// The verdict of a gate on one figure, or on everything.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// No regression was found in what was compared, and one of the size that matters would have been.
  case pass = "PASS"
  /// HEAD is worse than BASE by more than the threshold, in two independent batches.
  case regressed = "REGRESSED"
  /// HEAD is better than BASE by more than the threshold, in two independent batches.
  case improved = "IMPROVED"
  /// The data do not decide: too few, too noisy, or not confirmed.
  case inconclusive = "INCONCLUSIVE"
  /// The figures must not be compared.
  case invalid = "INVALID"
}
