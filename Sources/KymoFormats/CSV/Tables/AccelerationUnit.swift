/// The unit of accelerations.
enum AccelerationUnit: Equatable {
  case metresPerSecondSquared
  case standardGravity

  /// Reads what a header has in brackets; nil for other quantities.
  init?(header: String) {
    switch header.lowercased().filter({ $0 != " " }) {
    case "m/s^2", "m/s²", "m/s2", "ms^-2", "m·s⁻²", "m/s/s": self = .metresPerSecondSquared
    case "g", "g0", "gn": self = .standardGravity
    default: return nil
    }
  }
}
