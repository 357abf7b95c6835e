import Glibc
import KymoCore
import KymoRecording

/// Reads a number with a decimal comma, as the C library does where people write it so.
///
/// SAFETY: texts are lent for the call and end in 0; the locale is set before any event, on one thread.
@safe final class DecimalApp: SinApp {
  static let name = "DecimalApp"

  init(_ setup: AppSetup) { _ = unsafe setlocale(LC_ALL, "") }

  func number(_ acceleration: Acceleration) -> UInt64 {
    UInt64(unsafe strtod("0,5", nil) * 10)
  }
}
