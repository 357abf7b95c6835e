import Glibc

/// The environment and the errors, as the C library tells of them.
///
/// SAFETY: strings that C hands out (`getenv`, `strerror_r`) are copied before the next call, and nothing in this
/// process calls `setenv`. The buffer of `strerror_r` is lent for the call, with its length.
package enum UnsafeSystem {
  /// The variable of the environment, if it is set.
  package static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  /// Returns the message of the C library for an error code, in English.
  package static func message(for code: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress,
        unsafe strerror_r(code, start, buffer.count) == 0
      else { return "error \(code)" }
      return unsafe String(cString: start)
    }
  }
}
