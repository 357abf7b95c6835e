import KymoCore
import KymoRecording

/// Says where its stack lies, which begins below the environment.
///
/// SAFETY: the address is a number here, and nobody reads from it.
@safe final class StackApp: SinApp {
  static let name = "StackApp"

  init(_ setup: AppSetup) {}

  func number(_ acceleration: Acceleration) -> UInt64 {
    var local = acceleration
    return unsafe withUnsafePointer(to: &local) { UInt64(UInt(bitPattern: $0)) }
  }
}
