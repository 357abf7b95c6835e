package import Glibc

/// Which regular file a path leads to, under whatever name.
///
/// SAFETY: `stat` reads a string that lives for the call; `stat` and `fstat` write into the local that they
/// are given.
package struct UnsafeFileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  /// Looks the file up; nil if there is none, or if it is no regular file.
  package init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file behind an open descriptor; nil if that is no regular file.
  package init?(descriptor: Int32) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The file that `stat` found; nil if it is no regular file.
  package init?(_ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}
