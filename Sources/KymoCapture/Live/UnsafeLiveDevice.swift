import CPcap
import Glibc

/// A device whose packets are captured, by libpcap.
///
/// Not in immediate mode: the kernel packs packets into blocks (TPACKET_V3) and so has room for many more.
///
/// SAFETY: the handle is made in `init` and closed once, in `deinit`, or in `init` before it fails; this object is its
/// only owner and is used by one thread at a time, the one that it was handed to. A packet lies in memory that libpcap
/// lends to the callback, with the count in its header. The callback gets the address of a local that outlives the
/// call of `pcap_dispatch`, which it is used within. Texts of libpcap are copied at once.
@safe final class UnsafeLiveDevice: PacketSource {
  /// The context that the callback is given.
  private struct Context {
    var body: (CapturedPacket, RawSpan) -> Void
    var number: UInt64
    var unit: Int64
  }

  private let handle: OpaquePointer
  private let name: String
  private let descriptor: Int32
  private var number: UInt64 = 0
  let linkType: LinkType
  /// Whether stamps are in ns, and not in µs.
  let hasNanoseconds: Bool

  /// Opens a device and sets its filter.
  ///
  /// - Throws: ``LiveCaptureError``: `permission`, `noDevice`, or `device` for anything else.
  init(_ options: LiveCaptureOptions) throws(LiveCaptureError) {
    let name = options.device
    var problem = [CChar](repeating: 0, count: Int(PCAP_ERRBUF_SIZE))
    let created = unsafe problem.withUnsafeMutableBufferPointer {
      unsafe pcap_create(name, $0.baseAddress)
    }
    guard let handle = unsafe created else {
      throw LiveCaptureError(.device, name, Self.text(problem))
    }
    do throws(LiveCaptureError) {
      hasNanoseconds = try unsafe Self.prepare(handle, options)
      try unsafe Self.setFilter(handle, options)
      let number = unsafe pcap_datalink(handle)
      guard let link = LinkType(rawValue: number) else {
        throw LiveCaptureError(
          .device,
          name,
          "it has packets of link type \(number), which is not read"
        )
      }
      linkType = link
      descriptor = unsafe pcap_get_selectable_fd(handle)
      let status = unsafe problem.withUnsafeMutableBufferPointer {
        unsafe pcap_setnonblock(handle, 1, $0.baseAddress)
      }
      guard status == 0, descriptor >= 0 else {
        throw LiveCaptureError(.device, name, "it cannot be waited for")
      }
    } catch {
      unsafe pcap_close(handle)
      throw error
    }
    unsafe self.handle = handle
    self.name = name
  }

  deinit { unsafe pcap_close(handle) }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func message(_ handle: OpaquePointer, _ status: Int32) -> String {
    let text = unsafe pcap_geterr(handle).map { unsafe String(cString: $0) } ?? ""
    if !text.isEmpty { return text }
    return unsafe pcap_statustostr(status).map { unsafe String(cString: $0) } ?? "error \(status)"
  }

  /// Sets everything that must be set before, and activates.
  ///
  /// - Returns: whether stamps are in ns.
  private static func prepare(
    _ handle: OpaquePointer,
    _ options: LiveCaptureOptions
  ) throws(LiveCaptureError) -> Bool {
    let bytes = max(64, min(options.snapshotBytes, LiveCaptureOptions.maximumSnapshotBytes))
    unsafe _ = pcap_set_snaplen(handle, Int32(bytes))
    unsafe _ = pcap_set_promisc(handle, 0)
    unsafe _ = pcap_set_timeout(handle, Int32(clamping: options.timeoutMilliseconds))
    unsafe _ = pcap_set_buffer_size(handle, Int32(clamping: options.bufferBytes))
    let isPrecise = unsafe pcap_set_tstamp_precision(handle, PCAP_TSTAMP_PRECISION_NANO) == 0
    let status = unsafe pcap_activate(handle)
    // A warning is about what was not asked for.
    guard status < 0 else { return isPrecise }
    let kind: LiveCaptureError.Kind =
      switch status {
      case PCAP_ERROR_PERM_DENIED, PCAP_ERROR_PROMISC_PERM_DENIED: .permission
      case PCAP_ERROR_NO_SUCH_DEVICE: .noDevice
      default: .device
      }
    let text = unsafe message(handle, status)
    throw LiveCaptureError(kind, options.device, text)
  }

  private static func setFilter(
    _ handle: OpaquePointer,
    _ options: LiveCaptureOptions
  ) throws(LiveCaptureError) {
    var program = unsafe bpf_program()
    var status = unsafe pcap_compile(handle, &program, options.filter, 1, PCAP_NETMASK_UNKNOWN)
    if status == 0 {
      status = unsafe pcap_setfilter(handle, &program)
      unsafe pcap_freecode(&program)
    }
    guard status == 0 else {
      let text = unsafe message(handle, status)
      throw LiveCaptureError(.device, options.device, "the filter '\(options.filter)': \(text)")
    }
  }

  var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  func wait(milliseconds: Int) {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&request, 1, Int32(clamping: milliseconds))
  }

  func take(
    _ maximum: Int,
    _ body: (CapturedPacket, RawSpan) -> Void
  ) throws(LiveCaptureError) -> Int {
    let unit: Int64 = hasNanoseconds ? 1 : 1000
    let first = number
    let count = withoutActuallyEscaping(body) { body in
      var context = Context(body: body, number: first, unit: unit)
      let count = unsafe withUnsafeMutableBytes(of: &context) { place in
        unsafe pcap_dispatch(
          handle,
          Int32(clamping: maximum),
          { place, header, bytes in unsafe UnsafeLiveDevice.hand(place, header, bytes) },
          place.baseAddress?.assumingMemoryBound(to: UInt8.self)
        )
      }
      number = context.number
      return count
    }
    guard count >= 0 else {
      throw LiveCaptureError(.device, name, unsafe Self.message(handle, count))
    }
    return Int(count)
  }

  /// Hands a packet on; libpcap calls this for each of them.
  private static func hand(
    _ place: UnsafeMutablePointer<UInt8>?,
    _ header: UnsafePointer<pcap_pkthdr>?,
    _ bytes: UnsafePointer<UInt8>?
  ) {
    guard let place = unsafe place, let header = unsafe header, let bytes = unsafe bytes else {
      return
    }
    unsafe UnsafeMutableRawPointer(place).withMemoryRebound(to: Context.self, capacity: 1) {
      let context = unsafe $0
      let captured = Int(unsafe header.pointee.caplen)
      let packet = unsafe CapturedPacket(
        number: context.pointee.number,
        timestamp: kymo_pcap_time(header, 1_000_000_000 / context.pointee.unit)
          &* context.pointee.unit,
        capturedBytes: captured,
        originalBytes: max(captured, Int(header.pointee.len))
      )
      unsafe context.pointee.number += 1
      unsafe context.pointee.body(packet, RawSpan(_unsafeStart: bytes, byteCount: captured))
    }
  }

  func kernelCounts() -> KernelCaptureCounts? {
    var counts = pcap_stat()
    guard unsafe pcap_stats(handle, &counts) == 0 else { return nil }
    return KernelCaptureCounts(
      received: UInt64(counts.ps_recv),
      dropped: UInt64(counts.ps_drop),
      droppedByInterface: UInt64(counts.ps_ifdrop)
    )
  }
}
