import CPcap
import Glibc

/// A pcap or pcapng file being read, by libpcap.
///
/// Either byte order, times in µs or ns: they arrive as ns.
///
/// SAFETY: the handle is made in `init` and closed once, in `deinit`; this object is its only owner and cannot
/// be used by two threads. libpcap owns the stream that it was opened with. The bytes of a packet lie in its
/// buffer until the next packet is asked for: they are lent for one call, with the count that libpcap allocated
/// for and checked. Bytes in memory, and the buffer of a stream, outlive that stream: this object holds both, and the
/// stream is closed first. A buffer of bytes has no type of its own.
@safe public final class CaptureFile {
  private let handle: OpaquePointer
  private let memory: UnsafeMutableRawBufferPointer?
  /// The header that the packets begin with; nil for one that is not known here.
  public let linkType: LinkType?
  /// libpcap's number for that, and the name that it has for it.
  public let linkNumber: Int32
  /// The name that libpcap has for what packets begin with.
  public let linkName: String
  /// How many bytes of a packet were kept at most.
  public let snapshotBytes: Int
  /// How many packets were read.
  public private(set) var packets: UInt64 = 0

  /// How much of a file is asked for at a time, in bytes.
  private static let bufferBytes = 1 << 18

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``CaptureError``: `system` if it cannot be opened, `notCapture` if it is none.
  public convenience init(path: String) throws(CaptureError) {
    let descriptor =
      path == "-" ? fcntl(0, F_DUPFD_CLOEXEC, 3) : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.system(errno) }
    try self.init(taking: descriptor)
  }

  /// Reads an open file from where it stands.
  ///
  /// - Parameter descriptor: the descriptor of the file, which is closed with this object, or if it cannot be read.
  /// - Throws: ``CaptureError``, as ``init(path:)``.
  public convenience init(taking descriptor: Int32) throws(CaptureError) {
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      _ = close(descriptor)
      throw Self.system(EISDIR)
    }
    guard let stream = unsafe fdopen(descriptor, "rb") else {
      let code = errno
      _ = close(descriptor)
      throw Self.system(code)
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.bufferBytes,
      alignment: 16
    )
    let start = unsafe buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
    _ = unsafe setvbuf(stream, start, _IOFBF, buffer.count)
    try unsafe self.init(stream: stream, memory: buffer)
  }

  /// Reads a file that is in memory.
  ///
  /// - Throws: ``CaptureError``, as ``init(path:)``.
  public convenience init(bytes: [UInt8]) throws(CaptureError) {
    guard !bytes.isEmpty else { throw CaptureError(.notCapture, "it is empty") }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    unsafe bytes.withUnsafeBytes { unsafe memory.copyMemory(from: $0) }
    guard let stream = unsafe fmemopen(memory.baseAddress, memory.count, "rb") else {
      let code = errno
      unsafe memory.deallocate()
      throw Self.system(code)
    }
    try unsafe self.init(stream: stream, memory: memory)
  }

  /// Recognises a regular file as a capture by its first bytes; nil for anything else.
  public static func magic(of path: String) -> CaptureMagic? {
    // A pipe that was opened and closed would be gone for whoever writes it.
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { _ = close(descriptor) }
    var head = [UInt8](repeating: 0, count: CaptureMagic.byteCount)
    let count = unsafe head.withUnsafeMutableBytes { room in
      unsafe pread(descriptor, room.baseAddress, room.count, 0)
    }
    return count == head.count ? CaptureMagic(head) : nil
  }

  private init(
    stream: UnsafeMutablePointer<FILE>,
    memory: UnsafeMutableRawBufferPointer?
  ) throws(CaptureError) {
    var problem = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let opened = unsafe problem.withUnsafeMutableBufferPointer { buffer in
      unsafe kymo_pcap_open(stream, buffer.baseAddress)
    }
    guard let handle = unsafe opened else {
      unsafe fclose(stream)
      unsafe memory?.deallocate()
      let text = problem.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      throw CaptureError(.notCapture, String(decoding: text, as: UTF8.self))
    }
    unsafe self.handle = handle
    unsafe self.memory = memory
    linkNumber = unsafe pcap_datalink(handle)
    linkType = LinkType(rawValue: linkNumber)
    linkName = unsafe pcap_datalink_val_to_name(linkNumber).map { unsafe String(cString: $0) } ?? ""
    snapshotBytes = Int(unsafe pcap_snapshot(handle))
  }

  deinit {
    unsafe pcap_close(handle)
    unsafe memory?.deallocate()
  }

  private static func system(_ code: Int32) -> CaptureError {
    CaptureError(.system(code), unsafe String(cString: strerror(code)))
  }

  /// Reads the next packet and lets `body` have its bytes; false at the end.
  ///
  /// - Throws: ``CaptureError`` of kind `cut` if the file ends within a packet, or goes on with something else.
  /// - Complexity: O(bytes of the packet).
  public func next(
    _ body: (CapturedPacket, RawSpan) -> Void
  ) throws(CaptureError) -> Bool {
    var (seconds, nanoseconds): (Int64, Int64) = (0, 0)
    var (captured, original): (UInt32, UInt32) = (0, 0)
    var start: UnsafePointer<UInt8>?
    let result = unsafe kymo_pcap_next(
      handle,
      &seconds,
      &nanoseconds,
      &captured,
      &original,
      &start
    )
    if result == 0 { return false }
    guard result > 0, let start = unsafe start else {
      let text = unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? "unreadable"
      throw CaptureError(.cut, text, packets: packets)
    }
    // libpcap reads the 32 bits of a pcap file as a signed number; they last until 2106.
    if seconds < 0, seconds >= Int64(Int32.min) { seconds += 1 << 32 }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = product.addingReportingOverflow(nanoseconds)
    let packet = CapturedPacket(
      number: packets,
      timestamp: overflow || carry ? 0 : sum,
      capturedBytes: Int(captured),
      originalBytes: max(Int(original), Int(captured))
    )
    packets += 1
    body(packet, unsafe RawSpan(_unsafeStart: start, byteCount: Int(captured)))
    return true
  }
}
