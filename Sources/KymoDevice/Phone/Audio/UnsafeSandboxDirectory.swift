import Glibc

/// An open directory and the files in it: the only place here that calls the operating system.
///
/// SAFETY: every pointer handed to the C library is a string or an array of Swift lent for that call, the
/// latter with its length. An ``AudioName`` has no NUL that would cut it short, and no `/` that would lead
/// elsewhere. The descriptor belongs to this noncopyable value, which closes it once; those of files live
/// within one call and are closed on every way out.
@safe struct UnsafeSandboxDirectory: ~Copyable {
  private let descriptor: Int32

  /// How many names a file under way may find taken by others before it gives up.
  private static var attempts: Int { 64 }

  /// Opens a directory into which files can be written; the C function is `open`.
  init(path: String) throws(PhoneError) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    descriptor = Self.retry { unsafe open(path, flags) }
    guard descriptor >= 0 else { throw .storage }
    // Only a file that was made shows that files can be: permissions are not all that forbids it.
    let (file, temporary) = try create()
    _ = close(file)
    _ = unsafe unlinkat(descriptor, temporary, 0)
  }

  deinit { _ = close(descriptor) }

  /// Writes a file beside its place and then moves it there; the C functions are `openat`, `renameat`.
  ///
  /// An entry that is there and is no regular file is refused. If it becomes one in between, the
  /// move still does not follow it: a link is replaced and a folder refuses.
  func write(_ bytes: [UInt8], as name: AudioName) throws(PhoneError) {
    var status = stat()
    if unsafe fstatat(descriptor, name.text, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .storage }
    } else {
      guard errno == ENOENT else { throw .storage }
    }
    let (file, temporary) = try create()
    let isWritten = Self.write(bytes, to: file)
    guard close(file) == 0, isWritten,
      unsafe renameat(descriptor, temporary, descriptor, name.text) == 0
    else {
      _ = unsafe unlinkat(descriptor, temporary, 0)
      throw .storage
    }
  }

  /// Reads a file that must have so many bytes; the C functions are `openat`, `fstat`, `read`.
  func read(_ name: AudioName, byteCount: Int) throws(PhoneError) -> [UInt8] {
    // Without O_NONBLOCK a pipe put in the file's place would keep us waiting.
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = Self.retry { unsafe openat(descriptor, name.text, flags) }
    guard file >= 0 else { throw .storage }
    defer { _ = close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size == byteCount
    else { throw .storage }
    var bytes = [UInt8](repeating: 0, count: byteCount)
    var done = 0
    while done < byteCount {
      let count = unsafe bytes.withUnsafeMutableBytes { region in
        guard let base = region.baseAddress else { return 0 }
        return unsafe Glibc.read(file, base + done, region.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .storage }
      done += count
    }
    return bytes
  }

  /// Creates a file whose name no audio file can have, since it begins with a dot.
  private func create() throws(PhoneError) -> (file: Int32, name: String) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    for attempt in 0..<Self.attempts {
      let name = ".kymograph-\(getpid())-\(attempt)"
      let file = Self.retry { unsafe openat(descriptor, name, flags, 0o666) }
      if file >= 0 { return (file, name) }
      guard errno == EEXIST else { throw .storage }
    }
    throw .storage
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { region in
        guard let base = region.baseAddress else { return 0 }
        return unsafe Glibc.write(file, base + done, region.count - done)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  private static func retry(_ call: () -> Int32) -> Int32 {
    var result: Int32
    repeat { result = call() } while result < 0 && errno == EINTR
    return result
  }
}
