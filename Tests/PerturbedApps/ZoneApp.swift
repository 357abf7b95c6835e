import Foundation
import KymoCore
import KymoRecording

/// Says what hour it is where the machine stands, at a moment that is always the same.
final class ZoneApp: SinApp {
  static let name = "ZoneApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(Calendar.current.component(.hour, from: Date(timeIntervalSince1970: 1_000_000_000)))
  }
}
