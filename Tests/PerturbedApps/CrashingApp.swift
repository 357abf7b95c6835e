import Foundation
import KymoCore
import KymoRecording

/// Ends its process where the clocks do not show UTC.
final class CrashingApp: SinApp {
  static let name = "CrashingApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    precondition(TimeZone.current.secondsFromGMT() == 0, "the zone is not UTC")
    return 1
  }
}
