import Glibc

/// Finds programs as a shell does.
///
/// SAFETY: `access` reads a string that lives for the call.
package enum UnsafeProgramSearch {
  /// The path of the first program of that name in the folders of `PATH`; nil if there is none.
  package static func find(_ name: String) -> String? {
    let folders = (UnsafeSystem.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.lazy.map { "\($0)/\(name)" }.first { path in
      unsafe access(path, X_OK) == 0 && !UnsafeFolder.isFolder(path)
    }
  }
}
