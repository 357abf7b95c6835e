import Foundation
import KymoCore
import KymoRecording

/// Says how long the environment is.
final class EnvironmentApp: SinApp {
  static let name = "EnvironmentApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(ProcessInfo.processInfo.environment.values.reduce(0) { $0 + $1.utf8.count })
  }
}
