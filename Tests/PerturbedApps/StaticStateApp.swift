import KymoCore
import KymoRecording
import Synchronization

/// Says how many events all its instances have had.
final class StaticStateApp: SinApp {
  static let name = "StaticStateApp"

  private static let count = Atomic(UInt64(0))

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    Self.count.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
