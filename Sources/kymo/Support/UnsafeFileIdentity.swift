import Glibc

/// Whether two paths lead to one file.
///
/// SAFETY: `stat` writes into a local of its own type, and its answer is used only if it succeeded.
enum UnsafeFileIdentity {
  /// Whether both exist and are the same file of the same device; hard and symbolic links are followed.
  static func isSame(_ left: String, _ right: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard unsafe stat(left, &first) == 0, unsafe stat(right, &second) == 0 else { return false }
    return first.st_ino == second.st_ino && first.st_dev == second.st_dev
  }
}
