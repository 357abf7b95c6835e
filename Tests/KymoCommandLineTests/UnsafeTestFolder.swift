import Glibc
import KymoTrials

@testable import KymoCommandLine

/// A new folder for one test, and what is in it.
///
/// SAFETY: `mkdtemp` writes into an array that ends in 0 and is lent for the call; all other strings live for
/// the call that reads them. `stat` writes into a local, `read` into an array up to its capacity, and
/// descriptors are closed where they were opened.
struct UnsafeTestFolder: ~Copyable {
  /// Where it is.
  let path: String

  init() {
    var template = "/tmp/kymo-test-XXXXXX".utf8CString.map { $0 }
    unsafe _ = mkdtemp(&template)
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// The path of a file in it.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  /// The names in it, sorted.
  var names: [String] {
    var names: [String] = []
    UnsafeFolder.visit(path) {
      names.append($0)
      return true
    }
    return names.sorted()
  }

  /// Writes a file.
  func write(_ text: String, to name: String, mode: mode_t = 0o644) {
    let file = unsafe open(self(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
    let bytes = Array(text.utf8)
    unsafe _ = Glibc.write(file, bytes, bytes.count)
    _ = fchmod(file, mode)
    _ = close(file)
  }

  /// The text of a file; nil if there is none.
  func text(_ name: String) -> String? {
    let file = unsafe open(self(name), O_RDONLY)
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
      count = unsafe max(0, read(file, buffer.baseAddress, 1 << 16))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The permissions of a file.
  func mode(_ name: String) -> mode_t {
    var status = stat()
    unsafe _ = stat(self(name), &status)
    return status.st_mode & 0o7777
  }

  /// Makes a folder, or a link to `target`.
  func make(folder name: String) { unsafe _ = mkdir(self(name), 0o755) }
  func link(_ name: String, to target: String) { unsafe _ = symlink(target, self(name)) }
  func hardLink(_ name: String, to target: String) {
    unsafe _ = Glibc.link(self(target), self(name))
  }

  private static func remove(_ path: String) {
    UnsafeFolder.visit(path) { name in
      if unsafe unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
      return true
    }
    unsafe _ = rmdir(path)
  }
}
