import KymoCore
import KymoRecording

/// Draws from the system's generator.
final class RandomApp: SinApp {
  static let name = "RandomApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64.random(in: 0...1_000_000)
  }
}
