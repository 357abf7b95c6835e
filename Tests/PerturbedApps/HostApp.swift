import Foundation
import KymoCore
import KymoRecording

/// Says what the machine is called.
final class HostApp: SinApp {
  static let name = "HostApp"

  private let sum: UInt64

  init(_ setup: AppSetup) {
    sum = ProcessInfo.processInfo.hostName.utf8.reduce(7) { 31 &* $0 &+ UInt64($1) }
  }

  func number(_ acceleration: Acceleration) -> UInt64 { sum }
}
