import Glibc

/// A file that a report is written to: open from before the work until after it.
///
/// A report that replaces an older one is written beside it and takes its name only when it is whole;
/// one that continues a history is appended in one write.
///
/// SAFETY: `open` and `unlink` read strings that live for the call; `read` fills a local array up to
/// the capacity that it is given. The descriptor belongs to this noncopyable value, which closes it
/// once.
struct UnsafeExportFile: ~Copyable {
  /// The longest first line that is looked at, in bytes.
  static let longestLine = 1 << 20

  /// The name that the user gave.
  let path: String
  /// The first line of a file that is to be continued; nil if it is empty, or to be replaced.
  let firstLine: String?

  /// What is written to; nil if it is no regular file.
  let identity: UnsafeFileIdentity?

  private let replacement: UnsafeReplacement?
  private let descriptor: Int32
  /// Whether nobody would miss the file if it stayed empty.
  private let isNew: Bool
  private var isKept = false

  /// Opens a file for writing, and creates it if need be.
  ///
  /// - Throws: a failure that names the file.
  init(path: String, appends: Bool) throws(CommandFailure) {
    let line = appends ? try Self.firstLine(of: path) : nil
    let replacement = appends ? nil : UnsafeReplacement(path: path)
    let isNew = unsafe appends && access(path, F_OK) != 0
    let written = replacement?.writtenPath ?? path
    let mode = appends ? O_APPEND : O_TRUNC
    descriptor = try Self.open(written, O_WRONLY | O_CREAT | O_CLOEXEC | mode, for: path)
    identity = UnsafeFileIdentity(path: written)
    firstLine = line
    self.replacement = replacement
    self.isNew = isNew
    self.path = path
  }

  deinit {
    _ = close(descriptor)
    if isKept { return }
    replacement?.discard()
    if isNew { unsafe _ = unlink(path) }
  }

  /// Writes the whole report and puts it in its place.
  ///
  /// - Throws: a failure that names the file.
  mutating func write(_ text: String) throws(CommandFailure) {
    if let code = UnsafeTerminal.writeAll(Array(text.utf8), to: descriptor) {
      throw CommandFailure(file: path, UnsafeTerminal.message(for: code))
    }
    do { try replacement?.commit() } catch { throw CommandFailure(error, file: path) }
    isKept = true
  }

  private static func open(
    _ path: String,
    _ flags: Int32,
    for name: String
  ) throws(CommandFailure) -> Int32 {
    var result: Int32
    repeat { result = unsafe Glibc.open(path, flags, 0o666) } while result < 0 && errno == EINTR
    guard result >= 0 else {
      throw CommandFailure(file: name, "cannot be written: \(UnsafeTerminal.message(for: errno))")
    }
    return result
  }

  private static func firstLine(of path: String) throws(CommandFailure) -> String? {
    guard unsafe access(path, F_OK) == 0, UnsafeFileIdentity(path: path) != nil else { return nil }
    let source = try open(path, O_RDONLY | O_CLOEXEC, for: path)
    defer { _ = close(source) }
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: longestLine) { buffer, count in
      count = unsafe max(0, read(source, buffer.baseAddress, longestLine))
    }
    guard !bytes.isEmpty else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    return String(decoding: line, as: UTF8.self)
  }
}
