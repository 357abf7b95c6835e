import KymoCore

/// A car with the phone in a holder: up to 30 m/s, stops at lights, bends, a rough road.
struct DriveMotion: Motion {
  private(set) var position: GroundPosition
  private(set) var speed = 0.0
  private(set) var heading: BinaryAngle
  private var random: Xoshiro256StarStar
  private let attitude: Attitude
  private var targetSpeed = 0.0
  private var holdSeconds: Double
  private var push = 0.0  // Along the road in m/s².
  private var strength = 1.0  // How hard this driver accelerates or brakes now, in m/s².
  private var turning = 0.0  // Drifts with standard deviation 1.
  private var turnsPerSecond = 0.0

  private static let topSpeed = 30.0
  /// The acceleration that passengers bear in a bend, in m/s².
  private static let sidewaysLimit = 2.5

  init(random: Xoshiro256StarStar) {
    self.random = random
    position = .start(&self.random)
    heading = BinaryAngle(bits: self.random.next())
    attitude = Attitude(
      pitch: self.random.uniform(0.15...0.22),
      roll: self.random.uniform(-0.01...0.01)
    )
    holdSeconds = self.random.uniform(2...6)
  }

  mutating func advance(seconds: Double) {
    let before = speed
    if speed < targetSpeed {
      speed = min(targetSpeed, speed + strength * seconds)
    } else if speed > targetSpeed {
      speed = max(targetSpeed, speed - strength * seconds)
    } else {
      holdSeconds -= seconds
      if holdSeconds <= 0 { chooseTarget() }
    }
    // The body of the car follows within half a second or so.
    let now = seconds > 0 ? (speed - before) / seconds : 0
    push += (now - push) * min(1, 2 * seconds)

    turning = random.drift(turning, seconds: seconds, memory: 6)
    let wanted = speed > 1 ? 0.06 * turning : 0  // rad/s
    let limit = Self.sidewaysLimit / max(speed, 1)
    turnsPerSecond = max(-limit, min(limit, wanted)) / (2 * Double.pi)
    heading.advance(turns: turnsPerSecond * seconds)
    let distance = (before + speed) / 2 * seconds
    position.move(north: distance * heading.cosine, east: distance * heading.sine)
  }

  private mutating func chooseTarget() {
    let isStop = speed > 0 && random.chance(0.3)
    targetSpeed = isStop ? 0 : random.uniform(7...Self.topSpeed)
    holdSeconds = isStop ? random.uniform(5...30) : random.uniform(8...45)
    strength = random.uniform(0.8...2.5)
  }

  mutating func acceleration() -> Acceleration {
    // The road shakes the more the faster; an idling engine shakes a little.
    let noise = 0.04 + 0.012 * speed
    return attitude.onPhone(
      right: turnsPerSecond * 2 * Double.pi * speed + noise * random.noise(),
      forward: push + noise * random.noise(),
      up: Acceleration.standardGravity + 1.5 * noise * random.noise()
    )
  }
}
