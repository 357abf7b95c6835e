import CSampler
import Glibc

/// Readable names of symbols.
///
/// SAFETY: the text that the runtime returns is allocated with malloc, ends with a zero, and is freed once after it was
/// copied. The name is lent for the length of the call.
enum UnsafeDemangler {
  /// The readable name of a Swift symbol; nil for any other.
  static func demangled(_ symbol: String) -> String? {
    guard let text = unsafe symbol.withCString({ unsafe kymo_demangle($0, strlen($0)) }) else {
      return nil
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }
}
