import Glibc
import KymoCore
import KymoRecording

/// Says what sines and powers of e come to, whose last bits depend on how the processor multiplies and adds.
final class RoundingApp: SinApp {
  static let name = "RoundingApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    // One in some thousands of them has another last bit.
    (1...256).reduce(0) { bits, factor in
      let angle = acceleration.x * Double(factor)
      return 31 &* (31 &* bits &+ sin(angle).bitPattern) &+ exp(angle / 256).bitPattern
    }
  }
}
