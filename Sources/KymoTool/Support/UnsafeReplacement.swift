import Glibc
import KymoRecording
import KymoMCAP

/// An output that takes the place of an older file only when it is whole.
///
/// It is written beside its place, under the name with `.part` behind it, and then renamed. What is no
/// regular file (a pipe, a device) is written directly.
///
/// SAFETY: `stat`, `rename` and `unlink` read strings that live for the call; `stat` writes into a local.
struct UnsafeReplacement {
  /// Where the result shall be.
  let path: String
  /// Where it is written.
  let writtenPath: String

  /// Prepares to write to `path`.
  init(path: String) {
    self.path = path
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    let isSpecial = path == "-" || isThere && status.st_mode & S_IFMT != S_IFREG
    writtenPath = isSpecial ? path : path + ".part"
  }

  /// Puts the result in its place.
  ///
  /// - Throws: `system` with the `errno` of `rename`.
  func commit() throws(MCAPError) {
    guard writtenPath != path else { return }
    guard unsafe rename(writtenPath, path) == 0 else {
      let problem = unsafe String(cString: strerror(errno))
      throw MCAPError(.system(errno), at: 0, "cannot be put in place: \(problem)")
    }
  }

  /// Throws away what was written.
  func discard() {
    if writtenPath != path { unsafe _ = unlink(writtenPath) }
  }
}
