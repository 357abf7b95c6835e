import KymoBench
import KymoCore
import KymoRecording

/// Says how many cores it may use.
final class CoresApp: SinApp {
  static let name = "CoresApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(CoreAffinity.current()?.cores.count ?? 0)
  }
}
