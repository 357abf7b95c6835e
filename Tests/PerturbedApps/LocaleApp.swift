import Foundation
import KymoCore
import KymoRecording

/// Writes a number as people do where the machine stands, and says how that begins.
final class LocaleApp: SinApp {
  static let name = "LocaleApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    let text = 1234.5.formatted(.number.locale(.current))
    return text.unicodeScalars.reduce(0) { 31 &* $0 &+ UInt64($1.value) }
  }
}
