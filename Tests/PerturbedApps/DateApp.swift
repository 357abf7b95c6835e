import Foundation
import KymoCore
import KymoRecording

/// Says what day it is.
final class DateApp: SinApp {
  static let name = "DateApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(Date().timeIntervalSince1970)
  }
}
