import Glibc

/// A file that is being sent.
///
/// SAFETY: the path lives for the call that reads it, and what is written of the file's state is a local. The descriptor is
/// opened in `init` and closed once, in `deinit`.
@safe final class SentFile {
  let descriptor: Int32
  /// How long it was when it was opened, in bytes.
  let count: Int

  /// Opens a file; nil if it is gone.
  init?(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      Glibc.close(descriptor)
      return nil
    }
    count = Int(status.st_size)
  }

  deinit { Glibc.close(descriptor) }
}
