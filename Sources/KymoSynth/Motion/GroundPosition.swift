import KymoCore

/// A place on the ground, moved in metres on a sphere.
struct GroundPosition: Sendable {
  /// Degrees north, -89...89.
  private(set) var latitude: Double
  /// Degrees east, -180...180.
  private(set) var longitude: Double

  /// Metres per degree of latitude, on a sphere of radius 6,371,000 m.
  static let metresPerDegree = 6_371_000 * Double.pi / 180

  /// Starts at a place.
  init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Moves by metres; nobody gets nearer to a pole than a degree.
  mutating func move(north: Double, east: Double) {
    latitude += north / Self.metresPerDegree
    latitude = min(89, max(-89, latitude))
    longitude += east / (Self.metresPerDegree * BinaryAngle(turns: latitude / 360).cosine)
    if longitude > 180 { longitude -= 360 }
    if longitude < -180 { longitude += 360 }
  }

  /// The place that is so many metres away.
  func moved(north: Double, east: Double) -> GroundPosition {
    var place = self
    place.move(north: north, east: east)
    return place
  }
}
