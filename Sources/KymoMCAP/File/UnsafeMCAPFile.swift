import Glibc

/// An open file descriptor: the only place here that calls the operating system.
///
/// SAFETY: every pointer handed to the C library comes with its length from one span, and lives for
/// that call only. The descriptor belongs to this noncopyable value, which closes it once, unless it
/// was borrowed.
@safe struct UnsafeMCAPFile: ~Copyable, Sendable {
  /// The `errno` of a full disk.
  static let noSpace = ENOSPC

  private let descriptor: Int32
  private let owned: Bool

  /// Uses a descriptor that stays open.
  init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    owned = false
  }

  /// Opens for reading; the C function is `open`.
  init(reading path: String) throws(MCAPError) {
    try self.init(path, O_RDONLY | O_CLOEXEC)
  }

  /// Creates or empties for writing; the C function is `open`.
  init(creating path: String) throws(MCAPError) {
    try self.init(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC)
  }

  private init(_ path: String, _ flags: Int32) throws(MCAPError) {
    var result: Int32
    repeat { result = unsafe open(path, flags, 0o666) } while result < 0 && errno == EINTR
    guard result >= 0 else { throw MCAPError.system(errno, "open", at: 0) }
    descriptor = result
    owned = true
  }

  deinit { if owned { _ = close(descriptor) } }

  /// Bytes of a regular file; the C function is `fstat`.
  func regularSize() throws(MCAPError) -> UInt64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw MCAPError.system(errno, "stat", at: 0)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return UInt64(status.st_size)
    case S_IFDIR: throw MCAPError.system(EISDIR, "open", at: 0)
    default:
      throw MCAPError(.unsupported, at: 0, "not a regular file: save the stream to a file first")
    }
  }

  /// Reads until the output is full or the file ends; the C function is `pread`.
  func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    guard offset <= UInt64(Int64.max) else { return }
    let start = output.byteCount
    while output.freeCapacity > 0 {
      let place = Int(offset) + output.byteCount - start
      guard try unsafe fill(&output, at: place, { unsafe pread($0, $1, $2, place) }) else { return }
    }
  }

  /// Reads what comes next until the output is full or the input ends; the C function is `read`.
  func readNext(at position: inout UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    while output.freeCapacity > 0 {
      let before = output.byteCount
      let more = try unsafe fill(&output, at: Int(position), { unsafe Glibc.read($0, $1, $2) })
      position += UInt64(output.byteCount - before)
      guard more else { return }
    }
  }

  /// One call of `body`, repeated if a signal interrupted it; false at the end of the file.
  private func fill(
    _ output: inout OutputRawSpan,
    at place: Int,
    _ body: (Int32, UnsafeMutableRawPointer, Int) -> Int
  ) throws(MCAPError) -> Bool {
    var failure: Int32 = 0
    let result = unsafe output.withUnsafeMutableBytes { region, count in
      guard let base = region.baseAddress else { return 0 }
      var result: Int
      repeat {
        result = unsafe body(descriptor, base + count, region.count - count)
      } while result < 0 && errno == EINTR
      if result < 0 { failure = errno } else { count += result }
      return result
    }
    guard result >= 0 else { throw MCAPError.system(failure, "read", at: UInt64(place)) }
    return result > 0
  }

  /// Writes all bytes; the C function is `write`.
  func write(_ bytes: RawSpan, at position: inout UInt64) throws(MCAPError) {
    var done = 0
    while done < bytes.byteCount {
      let result = unsafe bytes.withUnsafeBytes { region in
        guard let base = region.baseAddress else { return 0 }
        return unsafe Glibc.write(descriptor, base + done, region.count - done)
      }
      guard result >= 0 else {
        if errno == EINTR { continue }
        throw MCAPError.system(errno, "write", at: position)
      }
      done += result
      position += UInt64(result)
    }
  }

  /// Waits for the disk; the C function is `fsync`.
  ///
  /// An output without a disk, such as a pipe, is no error.
  func synchronize(at position: UInt64) throws(MCAPError) {
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, EROFS, ENOTSUP: return
      default: throw MCAPError.system(errno, "fsync", at: position)
      }
    }
  }
}

extension MCAPError {
  static func system(_ code: Int32, _ call: String, at offset: UInt64) -> MCAPError {
    let text = unsafe String(cString: strerror(code))
    let place = call == "open" ? "cannot be opened" : "\(call) failed at byte \(offset)"
    return MCAPError(.system(code), at: offset, "\(place): \(text)")
  }
}
