package import Glibc

/// An open file that is written: the only place here that writes one.
///
/// SAFETY: every string lives for the call that reads it, every buffer is lent for one call with its true
/// length, `fstat` writes into a local. The descriptor belongs to this noncopyable value, which closes it once,
/// unless it was borrowed.
@safe package struct UnsafeOutputDescriptor: ~Copyable {
  /// How often a lock is tried, and how long is waited in between, in µs: two seconds in all.
  private static let lockAttempts = 400
  private static let lockPauseMicroseconds: UInt32 = 5000

  private let descriptor: Int32
  private let isOwned: Bool

  private init(_ descriptor: Int32, isOwned: Bool) {
    self.descriptor = descriptor
    self.isOwned = isOwned
  }

  deinit { if isOwned { _ = Glibc.close(descriptor) } }

  /// Uses a descriptor that stays open.
  package init(borrowing descriptor: Int32) { self.init(descriptor, isOwned: false) }

  /// Opens a pipe or a device; the C function is `open`.
  ///
  /// - Throws: the `errno`.
  package init(special path: String) throws(Errno) {
    self.init(try Self.open(path, O_WRONLY | O_CLOEXEC), isOwned: true)
  }

  /// Creates a file of which there is none; the C function is `open`.
  ///
  /// - Parameters:
  ///   - path: where; a link that is there is not followed.
  ///   - former: the file whose owner and permissions it gets; nil for those of any new file.
  /// - Throws: the `errno`; `EEXIST` if there is one.
  package init(creating path: String, like former: stat?) throws(Errno) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    self.init(try Self.open(path, flags, mode: former == nil ? 0o666 : 0o600), isOwned: true)
    guard let former else { return }
    var status = stat()
    var bits: mode_t = 0o7777
    if unsafe fstat(descriptor, &status) == 0,
      status.st_uid != former.st_uid || status.st_gid != former.st_gid,
      fchown(descriptor, former.st_uid, former.st_gid) != 0
    {
      // Another owner's rights to run as somebody are not handed on.
      bits = 0o777
      _ = fchown(descriptor, uid_t.max, former.st_gid)
    }
    _ = fchmod(descriptor, former.st_mode & bits)
  }

  /// Opens a file to add to it, and creates it if need be; `isNew` says which.
  ///
  /// - Throws: the `errno`.
  package init(appendingTo path: String, isNew: inout Bool) throws(Errno) {
    let flags = O_RDWR | O_APPEND | O_CLOEXEC
    isNew = false
    do { self.init(try Self.open(path, flags), isOwned: true) } catch {
      guard error.code == ENOENT else { throw error }
      isNew = true
      self.init(try Self.open(path, flags | O_CREAT), isOwned: true)
    }
  }

  /// A code that the C library left in `errno`.
  package struct Errno: Error, Equatable {
    /// The code.
    package let code: Int32

    /// There is such a file already.
    package static let exists = Errno(code: EEXIST)
  }

  private static func open(
    _ path: String,
    _ flags: Int32,
    mode: mode_t = 0o666
  ) throws(Errno) -> Int32 {
    var result: Int32
    repeat { result = unsafe Glibc.open(path, flags, mode) } while result < 0 && errno == EINTR
    guard result >= 0 else { throw Errno(code: errno) }
    return result
  }

  /// Writes all bytes, however often the call has to be made, and counts them.
  ///
  /// - Throws: the `errno`; `count` then is what was written before.
  package func write(_ bytes: RawSpan, counting count: inout UInt64) throws(Errno) {
    var done = 0
    while done < bytes.byteCount {
      let result = unsafe bytes.withUnsafeBytes { region in
        guard let base = region.baseAddress else { return 0 }
        return unsafe Glibc.write(descriptor, base + done, region.count - done)
      }
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw Errno(code: errno) }
      done += result
      count += UInt64(result)
    }
  }

  /// Writes all bytes from `offset` on, wherever the file goes on; the C function is `pwrite`.
  ///
  /// - Throws: the `errno`; some of the bytes may be there.
  package func write(_ bytes: RawSpan, at offset: UInt64) throws(Errno) {
    var done = 0
    while done < bytes.byteCount {
      let result = unsafe bytes.withUnsafeBytes { region in
        guard let base = region.baseAddress else { return 0 }
        return unsafe pwrite(descriptor, base + done, region.count - done, off_t(offset) + done)
      }
      if result < 0 && errno == EINTR { continue }
      guard result >= 0 else { throw Errno(code: errno) }
      done += result
    }
  }

  /// Ends the file at a byte, from which on it then goes on; the C functions are `ftruncate` and `lseek`.
  ///
  /// - Throws: the `errno`.
  package func end(at offset: UInt64) throws(Errno) {
    var result: Int32
    repeat { result = ftruncate(descriptor, off_t(offset)) } while result < 0 && errno == EINTR
    guard result == 0, lseek(descriptor, off_t(offset), SEEK_SET) >= 0 else {
      throw Errno(code: errno)
    }
  }

  /// Says that this process is writing the file, as long as it is open; the C function is `flock`.
  ///
  /// A process that looks whether it is claimed holds it for a moment, which is waited for. A file
  /// system without locks knows nothing of it.
  package func claim() { try? lock() }

  /// Whether a process is writing a file and has said so.
  package static func isClaimed(_ path: String) -> Bool {
    guard let descriptor = try? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) else { return false }
    defer { _ = Glibc.close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// Adds bytes to the end in one call, or not at all.
  ///
  /// - Throws: the `errno`; the file then is as it was.
  package func append(_ bytes: [UInt8]) throws(Errno) {
    let size = try size()
    var result: Int
    repeat {
      result = unsafe bytes.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
    } while result < 0 && errno == EINTR
    guard result < bytes.count else { return }
    let code = result < 0 ? errno : ENOSPC
    if result > 0 { _ = ftruncate(descriptor, off_t(size)) }
    throw Errno(code: code)
  }

  /// How many bytes a file has.
  package func size() throws(Errno) -> UInt64 {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw Errno(code: errno) }
    return UInt64(status.st_size)
  }

  /// Up to `count` bytes from `offset` on; the C function is `pread`.
  package func read(_ count: Int, at offset: UInt64) throws(Errno) -> [UInt8] {
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      var result: Int
      repeat {
        result = unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
      } while result < 0 && errno == EINTR
      if result < 0 { code = errno }
      filled = max(0, result)
    }
    guard code == 0 else { throw Errno(code: code) }
    return bytes
  }

  /// Keeps other processes of this tool from adding to the file; the C function is `flock`.
  ///
  /// - Throws: `EWOULDBLOCK` if another one does not let go.
  package func lock() throws(Errno) {
    for _ in 0..<Self.lockAttempts {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
      // A file system without locks.
      guard errno == EWOULDBLOCK || errno == EINTR else { return }
      usleep(Self.lockPauseMicroseconds)
    }
    throw Errno(code: EWOULDBLOCK)
  }

  /// Waits for the disk; what has none, such as a pipe, is no error.
  package func synchronize() throws(Errno) {
    while fsync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, EROFS, ENOTSUP: return
      default: throw Errno(code: errno)
      }
    }
  }

  /// Closes the file; some file systems say only now that something went wrong.
  package consuming func close() throws(Errno) {
    let (descriptor, isOwned) = (descriptor, isOwned)
    discard self
    guard isOwned, Glibc.close(descriptor) != 0, errno != EINTR else { return }
    throw Errno(code: errno)
  }
}
