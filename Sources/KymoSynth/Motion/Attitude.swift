import KymoCore

/// How the phone is held: where right, forward and up of its carrier are on the phone's axes.
struct Attitude: Sendable {
  private let right: Acceleration
  private let forward: Acceleration
  private let up: Acceleration

  /// Pitch lifts the upper edge from lying face up, roll lifts the right edge; both in turns.
  init(pitch: Double, roll: Double) {
    let (pitch, roll) = (BinaryAngle(turns: pitch), BinaryAngle(turns: roll))
    up = Acceleration(
      x: roll.sine,
      y: roll.cosine * pitch.sine,
      z: roll.cosine * pitch.cosine
    )
    forward = Acceleration(x: 0, y: pitch.cosine, z: -pitch.sine)
    right = Acceleration(
      x: forward.y * up.z - forward.z * up.y,
      y: forward.z * up.x - forward.x * up.z,
      z: forward.x * up.y - forward.y * up.x
    )
  }

  /// An acceleration of the carrier in m/s², on the phone's axes.
  func onPhone(right r: Double, forward f: Double, up u: Double) -> Acceleration {
    Acceleration(
      x: right.x * r + forward.x * f + up.x * u,
      y: right.y * r + forward.y * f + up.y * u,
      z: right.z * r + forward.z * f + up.z * u
    )
  }
}
