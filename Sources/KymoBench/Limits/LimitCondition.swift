/// Under which load a limit holds, where it does not hold under any.
public enum LimitCondition: Sendable, Hashable {
  /// At a planned mean rate, in events/s.
  case rate(Double)
  /// Back to back, without a schedule: what handlers cost there is less than under load.
  case unpaced
  /// With the objectives of a sweep, as ``LatencyObjective/description`` has them, in their order.
  case objectives([String])
}
