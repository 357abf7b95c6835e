import Glibc

/// Pipes that have names.
///
/// SAFETY: the text that C is given lives for the call.
enum UnsafeNamedPipe {
  /// Makes one; false if that is impossible.
  static func make(_ path: String) -> Bool { unsafe mkfifo(path, 0o600) == 0 }
}
