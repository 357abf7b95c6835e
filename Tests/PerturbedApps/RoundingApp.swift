import Glibc
import KymoCore
import KymoRecording

/// Sums powers of e, whose last bits depend on how the processor multiplies and adds.
final class RoundingApp: SinApp {
  static let name = "RoundingApp"

  private var sum = 0.0
  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    sum += exp(acceleration.x * 0.37) + exp(acceleration.y * 0.11)
    return sum.bitPattern
  }
}
