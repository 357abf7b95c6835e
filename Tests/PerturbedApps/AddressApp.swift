import KymoCore
import KymoRecording

/// Says where an object of its own lies in memory.
final class AddressApp: SinApp {
  static let name = "AddressApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(UInt(bitPattern: ObjectIdentifier(self)))
  }
}
