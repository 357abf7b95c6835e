/// The hazards to the fixes of a session, besides the cached one that every session starts
/// with.
struct FixHazards: Sendable {
  /// The accuracy of ordinary fixes in m.
  var accuracy: ClosedRange<Double>
  /// How likely a fix is a poor one.
  var poorProbability = 0.0
  /// How likely a fix is delivered a second time in place of the next one.
  var repeatProbability = 0.0
  /// Whether there are tunnels: silence, and poor fixes behind it.
  var hasTunnels = false
}
