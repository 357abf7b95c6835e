import KymoCore

extension GroundPosition {
  /// A place to start from, in temperate latitudes of either side.
  static func start(_ random: inout Xoshiro256StarStar) -> GroundPosition {
    let latitude = random.uniform(20...60)
    return GroundPosition(
      latitude: random.chance(0.5) ? latitude : -latitude,
      longitude: random.uniform(-170...170)
    )
  }
}
