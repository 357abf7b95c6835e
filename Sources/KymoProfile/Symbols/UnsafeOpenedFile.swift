import CDwarf
import Glibc

/// Opens files for libdwfl, which closes them.
///
/// SAFETY: `open` reads a string that lives for the call; the caller owns the descriptor.
enum UnsafeOpenedFile {
  /// A descriptor that reads a file; below 0 if it cannot be opened.
  static func descriptor(_ path: String) -> Int32 {
    unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
  }
}
