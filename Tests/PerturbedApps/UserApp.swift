import Glibc
import KymoCore
import KymoRecording

/// Says who runs it.
final class UserApp: SinApp {
  static let name = "UserApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 { UInt64(getuid()) }
}
