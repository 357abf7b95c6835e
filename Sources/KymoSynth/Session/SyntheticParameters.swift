/// The parameters that a synthetic session is made from.
struct SyntheticParameters: Sendable {
  /// The start of all random numbers.
  var seed: UInt64
  /// How long it is in ns.
  var durationNanoseconds: Int64
  /// Samples per second.
  var accelerometerHertz: Double
  /// Fixes per second.
  var locationHertz: Double
}
