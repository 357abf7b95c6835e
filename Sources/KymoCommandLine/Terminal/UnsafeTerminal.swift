import Glibc
import KymoTrials

/// The calls into the C library that the console needs.
///
/// SAFETY: every pointer handed to C is borrowed for the length of one call, with its true length:
/// from a span of an array (`write`) or from a local (`ioctl`).
package enum UnsafeTerminal {
  /// Whether the descriptor is a terminal.
  package static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The columns of the window behind the descriptor, if it has any.
  package static func windowWidth(_ descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// The variable of the environment, if it is set.
  package static func environment(_ name: String) -> String? { UnsafeSystem.environment(name) }

  /// Writes a line to standard error at once, from a thread that does not own the console.
  package static func say(_ line: String) { _ = writeAll(Array((line + "\n").utf8), to: 2) }

  /// Writes all of `bytes`, however often the call has to be made.
  ///
  /// - Returns: `nil` on success, else the code that C left in `errno`.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    unsafe bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = unsafe write(
          descriptor,
          buffer.baseAddress?.advanced(by: written),
          buffer.count - written
        )
        if count >= 0 {
          written += count
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }

  /// Returns the message of the C library for an error code, in English.
  package static func message(for code: Int32) -> String { UnsafeSystem.message(for: code) }
}
