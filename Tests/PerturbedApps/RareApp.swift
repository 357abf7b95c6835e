import KymoCore
import KymoRecording

/// Draws from the system's generator once in thousands of events.
final class RareApp: SinApp {
  static let name = "RareApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64.random(in: 0..<3000) == 0 ? 1 : 0
  }
}
