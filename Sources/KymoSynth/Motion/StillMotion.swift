import KymoCore

/// A phone on a table, face up, not quite level.
struct StillMotion: Motion {
  let position: GroundPosition
  let speed = 0.0
  let heading = BinaryAngle(bits: 0)
  private var random: Xoshiro256StarStar
  private let atRest: Acceleration

  init(random: Xoshiro256StarStar) {
    self.random = random
    position = .start(&self.random)
    let attitude = Attitude(
      pitch: self.random.uniform(-0.003...0.003),
      roll: self.random.uniform(-0.003...0.003)
    )
    atRest = attitude.onPhone(right: 0, forward: 0, up: Acceleration.standardGravity)
  }

  mutating func advance(seconds: Double) {}

  mutating func acceleration() -> Acceleration {
    let noise = 0.015
    return Acceleration(
      x: atRest.x + noise * random.noise(),
      y: atRest.y + noise * random.noise(),
      z: atRest.z + noise * random.noise()
    )
  }
}
