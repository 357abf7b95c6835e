import Glibc

/// A capture that is being written, in the format of libpcap with times in ns.
///
/// The part that was written out ends with a whole packet, also if the disk is full.
///
/// SAFETY: the buffer is allocated in `init` and freed once, in `deinit`, as the descriptor is closed once, unless it
/// was borrowed; the value is noncopyable. `place` copies no more bytes than there is room for, which `append` has
/// made. Strings live for the call that reads them; `stat`, `fstat` and `pread` write into locals of the size that they
/// are told; a folder is closed once, and a name copied before the next is asked for.
@safe struct UnsafePacketOutput: ~Copyable {
  /// How many bytes wait at most until they are written out.
  private static let bufferBytes = 1 << 20
  /// How many bytes a file begins with, and a packet.
  private static let (fileHeaderBytes, packetHeaderBytes) = (24, 16)

  private let descriptor: Int32
  private var isOwned: Bool
  private let name: String
  private let buffer: UnsafeMutableRawBufferPointer
  private var filled = 0
  private var waiting: UInt64 = 0
  /// How many packets were written out.
  private(set) var writtenPackets: UInt64 = 0
  /// How many bytes were written out.
  private(set) var writtenBytes: UInt64 = 0

  /// Uses a descriptor that stays open.
  init(borrowing descriptor: Int32, name: String) {
    self.init(descriptor, isOwned: false, name: name)
  }

  private init(_ descriptor: Int32, isOwned: Bool, name: String) {
    self.descriptor = descriptor
    self.isOwned = isOwned
    self.name = name
    unsafe buffer = .allocate(byteCount: Self.bufferBytes, alignment: 16)
  }

  /// Opens a file, pipe or device; a file that is there is emptied, if it is a capture or empty.
  ///
  /// - Parameters:
  ///   - path: where.
  ///   - isNew: whether there must be none.
  /// - Throws: ``LiveCaptureError``: `occupied` for a file that stays as it is, or `output`.
  init(path: String, isNew: Bool) throws(LiveCaptureError) {
    var status = stat()
    let isThere = unsafe stat(path, &status) == 0
    // A folder is refused by the system itself.
    let isSpecial = isThere && !isNew && status.st_mode & S_IFMT != S_IFREG
    let flags = isSpecial ? O_WRONLY : O_RDWR | O_CREAT | (isNew ? O_EXCL : 0)
    let descriptor = try Self.open(path, flags)
    if !isSpecial {
      do throws(LiveCaptureError) { try Self.empty(descriptor, path) } catch {
        _ = Glibc.close(descriptor)
        throw error
      }
    }
    self.init(descriptor, isOwned: true, name: path)
  }

  private static func open(_ path: String, _ flags: Int32) throws(LiveCaptureError) -> Int32 {
    var descriptor: Int32
    repeat {
      descriptor = unsafe Glibc.open(path, flags | O_CLOEXEC | O_NOCTTY, 0o666)
    } while descriptor < 0 && errno == EINTR
    guard descriptor < 0 else { return descriptor }
    if errno == EEXIST { throw LiveCaptureError(.occupied, path, "it already exists") }
    throw failure(path, errno)
  }

  /// Empties a file, unless something is in it that is no capture.
  private static func empty(_ descriptor: Int32, _ path: String) throws(LiveCaptureError) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path, errno) }
    // Two captures into one file would be none; whoever only reads it holds no such lock.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      throw LiveCaptureError(.occupied, path, "another capture is being written there")
    }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return }
    var head = [UInt8](repeating: 0, count: CaptureMagic.byteCount)
    let count = unsafe head.withUnsafeMutableBytes { room in
      unsafe pread(descriptor, room.baseAddress, room.count, 0)
    }
    guard count == head.count, CaptureMagic(head) != nil else {
      throw LiveCaptureError(.occupied, path, "it already exists, and is not a capture")
    }
    guard ftruncate(descriptor, 0) == 0 else { throw failure(path, errno) }
  }

  deinit {
    unsafe buffer.deallocate()
    if isOwned { _ = Glibc.close(descriptor) }
  }

  private static func failure(_ path: String, _ code: Int32) -> LiveCaptureError {
    LiveCaptureError(.output(code), path, unsafe String(cString: strerror(code)))
  }

  // MARK: Writing

  /// How many packets there are, those that wait among them.
  var packets: UInt64 { writtenPackets + waiting }
  /// How many bytes they take with the beginning of the file.
  var bytes: UInt64 { writtenBytes + UInt64(filled) }

  /// How many bytes a packet takes in a file.
  static func bytes(of packet: CapturedPacket) -> UInt64 {
    UInt64(packetHeaderBytes + packet.capturedBytes)
  }

  /// Writes the beginning of a file, so that it is a capture before there is any packet.
  mutating func begin(_ link: LinkType, snapshotBytes: Int) throws(LiveCaptureError) {
    let header = PcapEncoder.header(link: link.inFiles, snapshotBytes: UInt32(snapshotBytes))
    place(unsafe header.span.bytes)
    try flush()
  }

  /// Appends a packet, which waits for ``flush()`` or until there is no more room.
  mutating func append(_ packet: CapturedPacket, _ bytes: RawSpan) throws(LiveCaptureError) {
    let count = Self.packetHeaderBytes + bytes.byteCount
    if filled + count > Self.bufferBytes { try flush() }
    precondition(count <= Self.bufferBytes, "a snapshot has at most 256 KiB")
    let time = min(max(0, packet.timestamp), PcapEncoder.lastTime)
    let (seconds, rest) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
    let numbers: [4 of UInt32] = [
      UInt32(seconds), UInt32(rest), UInt32(bytes.byteCount),
      UInt32(clamping: packet.originalBytes),
    ]
    for index in 0..<4 {
      unsafe buffer.storeBytes(
        of: numbers[index].littleEndian,
        toByteOffset: filled + 4 * index,
        as: UInt32.self
      )
    }
    filled += Self.packetHeaderBytes
    place(bytes)
    waiting += 1
  }

  private mutating func place(_ bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { source in
      unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]).copyMemory(from: source)
    }
    filled += bytes.byteCount
  }

  /// Writes out everything that waits.
  ///
  /// - Throws: `output`; a file then ends with the last packet that is whole.
  mutating func flush() throws(LiveCaptureError) {
    var done = 0
    while done < filled {
      let result = unsafe Glibc.write(
        descriptor,
        buffer.baseAddress?.advanced(by: done),
        filled - done
      )
      if result < 0 && errno == EINTR { continue }
      guard result > 0 else {
        let code = result < 0 ? errno : ENOSPC
        cut(at: done)
        throw Self.failure(name, code)
      }
      done += result
    }
    writtenBytes += UInt64(filled)
    writtenPackets += waiting
    (filled, waiting) = (0, 0)
  }

  /// Forgets what could not be written, and takes back the packet that was written in part.
  private mutating func cut(at done: Int) {
    var (end, count) = (0, UInt64(0))
    if writtenBytes == 0, filled >= Self.fileHeaderBytes { end = Self.fileHeaderBytes }
    if end <= done {
      while count < waiting {
        let length = unsafe buffer.loadUnaligned(fromByteOffset: end + 8, as: UInt32.self)
        let next = end + Self.packetHeaderBytes + Int(UInt32(littleEndian: length))
        if next > done { break }
        (end, count) = (next, count + 1)
      }
    } else {
      end = 0
    }
    writtenBytes += UInt64(end)
    writtenPackets += count
    (filled, waiting) = (0, 0)
    // A pipe or a device has no end.
    if isOwned { _ = ftruncate(descriptor, off_t(writtenBytes)) }
  }

  /// Waits until the disk has what was written out; what has none, such as a pipe, is no error.
  ///
  /// - Throws: `output`.
  func synchronize() throws(LiveCaptureError) {
    while fdatasync(descriptor) != 0 {
      switch errno {
      case EINTR: continue
      case EINVAL, EROFS, ENOTSUP: return
      default: throw Self.failure(name, errno)
      }
    }
  }

  /// Closes the file; some file systems say only now that something went wrong.
  mutating func close() throws(LiveCaptureError) {
    guard isOwned else { return }
    isOwned = false
    guard Glibc.close(descriptor) != 0, errno != EINTR else { return }
    throw Self.failure(name, errno)
  }

  // MARK: Folders

  /// Removes a file; one that is gone is no error.
  static func remove(_ path: String) { unsafe _ = unlink(path) }

  /// The names in a folder; none if it cannot be read.
  static func names(inFolder path: String) -> [String] {
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      unsafe withUnsafePointer(to: &entry.pointee.d_name) { start in
        unsafe start.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe names.append(String(cString: $0))
        }
      }
    }
    return names
  }
}
