import Glibc

/// Which regular file a path leads to, under whatever name.
///
/// SAFETY: `stat` reads a string that lives for the call and writes into the local that it is given.
struct UnsafeFileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Looks the file up; nil if there is none, or if it is no regular file.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(status.st_dev)
    number = UInt64(status.st_ino)
  }
}

extension CommandFailure {
  /// Refuses to empty a file that is about to be read: opening `output` for writing would.
  static func check(output: String, isNone inputs: [String]) throws(CommandFailure) {
    guard let target = UnsafeFileIdentity(path: output) else { return }
    for input in inputs where UnsafeFileIdentity(path: input) == target {
      throw .usage("\(output): it would overwrite \(input), which is read; choose another name")
    }
  }
}
