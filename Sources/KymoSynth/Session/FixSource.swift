import KymoCore

/// The location manager of a synthetic phone: true positions in, fixes with errors out.
struct FixSource: Sendable {
  private var random: Xoshiro256StarStar
  private let hazards: FixHazards
  private let spanNanoseconds: Int64
  private var last: Location?
  private var lastTimestamp: Int64 = 0
  private var northError = 0.0  // In units of the accuracy; drift like real fixes do.
  private var eastError = 0.0
  private var quality = 0.0
  private var tunnel: Range<Int64> = 0..<0
  private var poorFixesLeft = 0

  private static let altitude = 120.0
  /// A tunnel comes every so many ns at most, or once in a shorter session.
  private static let longestSpan: Int64 = 600_000_000_000

  /// Starts without a fix.
  init(hazards: FixHazards, durationNanoseconds: Int64, random: Xoshiro256StarStar) {
    self.hazards = hazards
    self.random = random
    spanNanoseconds = min(durationNanoseconds, Self.longestSpan)
    planTunnel(after: 0)
  }

  /// The fix delivered at `timestamp`, or nil in a tunnel.
  mutating func fix(at timestamp: Int64, of motion: some Motion) -> Location? {
    guard last != nil else { return cached(at: timestamp, of: motion) }
    if hazards.hasTunnels, timestamp >= tunnel.lowerBound {
      guard timestamp >= tunnel.upperBound else { return nil }
      poorFixesLeft = random.integer(3...6)
      planTunnel(after: timestamp)
    }
    if let last, last.fixTimestamp > 0, random.chance(hazards.repeatProbability) { return last }
    let seconds = Double(timestamp - lastTimestamp) * 1e-9
    let isPoor = poorFixesLeft > 0 || random.chance(hazards.poorProbability)
    if poorFixesLeft > 0 { poorFixesLeft -= 1 }
    quality = random.drift(quality, seconds: seconds, memory: 60)
    northError = random.drift(northError, seconds: seconds, memory: 120)
    eastError = random.drift(eastError, seconds: seconds, memory: 120)
    let middle = (hazards.accuracy.lowerBound + hazards.accuracy.upperBound) / 2
    let usual = middle + quality * (hazards.accuracy.upperBound - middle) / 3
    let accuracy =
      isPoor
      ? random.uniform(40...200)
      : max(hazards.accuracy.lowerBound, min(hazards.accuracy.upperBound, usual))
    let age = Int64(random.uniform(5e6...80e6))
    let location = self.location(
      of: motion,
      accuracy: accuracy,
      hasCourse: motion.speed > 0.5,
      fixTimestamp: timestamp - age
    )
    lastTimestamp = timestamp
    last = location
    return location
  }

  /// The first fix is an old one, some way off, from before the session.
  private mutating func cached(at timestamp: Int64, of motion: some Motion) -> Location {
    let location = self.location(
      of: motion,
      accuracy: random.uniform(65...150),
      hasCourse: false,
      fixTimestamp: timestamp - Int64(random.uniform(6e9...90e9))
    )
    last = location
    lastTimestamp = timestamp
    return location
  }

  private mutating func location(
    of motion: some Motion,
    accuracy: Double,
    hasCourse: Bool,
    fixTimestamp: Int64
  ) -> Location {
    // Two of three true positions lie within the accuracy: each axis gets two thirds of it.
    let place = motion.position.moved(
      north: accuracy * 0.66 * northError,
      east: accuracy * 0.66 * eastError
    )
    var heading = motion.heading
    heading.advance(turns: 2.0 / 360 * random.noise())
    let speed = max(0, motion.speed + min(0.1, motion.speed * 0.1) * random.noise())
    return Location(
      latitude: place.latitude,
      longitude: place.longitude,
      altitude: Self.altitude + 0.5 * accuracy * random.noise(),
      horizontalAccuracy: Float(accuracy),
      verticalAccuracy: Float(1.5 * accuracy),
      speed: Float(speed),
      course: hasCourse ? Self.course(heading) : .nan,
      fixTimestamp: fixTimestamp
    )
  }

  /// Degrees in 0..<360: a `Float` may round up to 360.
  private static func course(_ heading: BinaryAngle) -> Float {
    let degrees = Float(heading.degrees)
    return degrees < 360 ? degrees : 0
  }

  private mutating func planTunnel(after timestamp: Int64) {
    let span = Double(spanNanoseconds)
    let start = timestamp + Int64(random.uniform(0.2...0.4) * span)
    tunnel = start..<start + Int64(random.uniform(0.05...0.1) * span) + 1
  }
}
