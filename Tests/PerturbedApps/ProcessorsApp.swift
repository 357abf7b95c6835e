import Foundation
import KymoCore
import KymoRecording

/// Says how many processors the machine has.
final class ProcessorsApp: SinApp {
  static let name = "ProcessorsApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(ProcessInfo.processInfo.processorCount)
  }
}
