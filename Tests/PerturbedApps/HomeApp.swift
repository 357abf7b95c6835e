import Foundation
import KymoCore
import KymoRecording

/// Says how long the name of the home is.
final class HomeApp: SinApp {
  static let name = "HomeApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    let home = ProcessInfo.processInfo.environment["HOME"] ?? ""
    return home.utf8.reduce(7) { 31 &* $0 &+ UInt64($1) }
  }
}
