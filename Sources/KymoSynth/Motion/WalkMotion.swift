import KymoCore

/// Somebody walking with the phone in the hand: about 1.4 m/s and 1.8 steps a second.
struct WalkMotion: Motion {
  private(set) var position: GroundPosition
  private(set) var speed = Self.usualSpeed
  private(set) var heading: BinaryAngle
  private var random: Xoshiro256StarStar
  private let attitude: Attitude
  private var stride = BinaryAngle(bits: 0)  // A stride is two steps.
  private var pace = 0.0  // Drifts with standard deviation 1; scales speed and cadence.
  private var turning = 0.0  // Drifts with standard deviation 1.

  private static let usualSpeed = 1.4
  private static let usualStepsPerSecond = 1.8
  /// Turns per second at one standard deviation: five degrees a second.
  private static let turningRate = 5.0 / 360

  init(random: Xoshiro256StarStar) {
    self.random = random
    position = .start(&self.random)
    heading = BinaryAngle(bits: self.random.next())
    attitude = Attitude(
      pitch: self.random.uniform(0.08...0.16),
      roll: self.random.uniform(-0.03...0.03)
    )
  }

  mutating func advance(seconds: Double) {
    pace = random.drift(pace, seconds: seconds, memory: 20)
    turning = random.drift(turning, seconds: seconds, memory: 8)
    speed = Self.usualSpeed * (1 + 0.05 * pace)
    heading.advance(turns: Self.turningRate * turning * seconds)
    stride.advance(turns: Self.usualStepsPerSecond / 2 * (1 + 0.03 * pace) * seconds)
    position.move(
      north: speed * heading.cosine * seconds,
      east: speed * heading.sine * seconds
    )
  }

  mutating func acceleration() -> Acceleration {
    let step = BinaryAngle(bits: stride.bits &* 2)
    let double = BinaryAngle(bits: step.bits &* 2 &+ 0x3000_0000_0000_0000)
    let triple = BinaryAngle(bits: step.bits &* 3 &+ 0x7000_0000_0000_0000)
    let bounce = 2.2 * step.sine + 0.7 * double.sine + 0.3 * triple.sine
    let sway = 0.8 * stride.sine
    let push = 0.9 * step.cosine
    let noise = 0.12
    return attitude.onPhone(
      right: sway + noise * random.noise(),
      forward: push + noise * random.noise(),
      up: Acceleration.standardGravity + bounce + noise * random.noise()
    )
  }
}
