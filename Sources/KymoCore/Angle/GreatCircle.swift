/// Distances over ground, on a sphere.
package enum GreatCircle {
  /// The mean radius (2a + b)/3 of the ellipsoid in m: 6,371,008.7714 in Moritz, "Geodetic Reference
  /// System 1980", Journal of Geodesy 74 (2000); that of WGS 84 differs by less than a millimetre.
  package static let radiusMetres = 6_371_008.8

  /// Whether two places lie at most `metres` apart; false if a coordinate is not on the globe.
  ///
  /// This is the haversine formula (Sinnott, "Virtues of the Haversine", Sky & Telescope 68, 1984), with
  /// the limit put through it instead of the distance taken out, so that it needs no arc sine: h =
  /// sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2) is compared with sin²(d/2r). Additions and multiplications
  /// only, so the answer is the same on every machine; near 1 m it is right to about 10⁻⁹ m.
  ///
  /// - Complexity: O(1).
  package static func isWithin(_ metres: Double, _ a: Location, _ b: Location) -> Bool {
    guard isOnGlobe(a), isOnGlobe(b), metres >= 0 else { return false }
    // No two places are farther apart than half the circumference.
    guard metres < .pi * radiusMetres else { return true }
    let latitudes = BinaryAngle(turns: (b.latitude - a.latitude) / 720).sine
    let longitudes = BinaryAngle(turns: (b.longitude - a.longitude) / 720).sine
    let shrinking =
      BinaryAngle(turns: a.latitude / 360).cosine * BinaryAngle(turns: b.latitude / 360).cosine
    let limit = BinaryAngle(turns: metres / (4 * .pi * radiusMetres)).sine
    return latitudes * latitudes + shrinking * longitudes * longitudes <= limit * limit
  }

  // Written so that NaN, which compares false with everything, is not on the globe.
  private static func isOnGlobe(_ place: Location) -> Bool {
    abs(place.latitude) <= 90 && abs(place.longitude) <= 180
  }
}
