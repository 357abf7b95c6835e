import Foundation
import KymoCore
import KymoRecording

/// Says how people write numbers where the machine stands.
final class LocaleApp: SinApp {
  static let name = "LocaleApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    let language = ProcessInfo.processInfo.environment["LANG"] ?? ""
    return Locale(identifier: language).decimalSeparator == "," ? 1 : 0
  }
}
