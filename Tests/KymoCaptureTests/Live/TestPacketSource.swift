@testable import KymoCapture

/// Packets that a test has made, handed over in portions; stops the capture at a portion.
final class TestPacketSource: PacketSource {
  let linkType = LinkType.ethernet
  var now: Int64
  /// How far its clock goes on with every wait, in ns.
  var step: Int64 = 0
  var counts: KernelCaptureCounts?
  /// Fails once all portions are gone.
  var failure: LiveCaptureError?
  private var portions: [[TestPacket]]
  private let stopBefore: Int
  private let progress: CaptureProgress
  private(set) var waits: [Int] = []

  /// - Parameters:
  ///   - portions: what each wait makes available; an empty one is a wait in vain.
  ///   - stopBefore: how many portions come before somebody stops the capture.
  ///   - progress: how it is stopped.
  ///   - now: the time at which it is stopped, in ns.
  init(
    _ portions: [[TestPacket]],
    stopBefore: Int,
    _ progress: CaptureProgress,
    now: Int64 = .max
  ) {
    self.portions = portions
    self.stopBefore = stopBefore
    self.progress = progress
    self.now = now
  }

  private var available: [TestPacket] = []

  func wait(milliseconds: Int) {
    waits.append(milliseconds)
    now &+= step
    guard available.isEmpty, !portions.isEmpty else { return }
    available = portions.removeFirst()
    if waits.count >= stopBefore { progress.requestStop() }
  }

  func take(
    _ maximum: Int,
    _ body: (CapturedPacket, RawSpan) -> Void
  ) throws(LiveCaptureError) -> Int {
    if available.isEmpty, portions.isEmpty {
      if let failure { throw failure }
      progress.requestStop()
    }
    let count = min(maximum, available.count)
    for packet in available.prefix(count) { packet.bytes.lend { body(packet.packet, $0) } }
    available.removeFirst(count)
    return count
  }

  func kernelCounts() -> KernelCaptureCounts? { counts }
}

/// A packet of a test.
struct TestPacket: Equatable {
  var packet: CapturedPacket
  var bytes: [UInt8]

  /// Some bytes at a time in ns, of which more were on the wire.
  init(_ time: Int64, _ bytes: [UInt8], beyond: Int = 0) {
    self.bytes = bytes
    packet = CapturedPacket(
      number: 0,
      timestamp: time,
      capturedBytes: bytes.count,
      originalBytes: bytes.count + beyond
    )
  }

  /// All packets of a capture.
  static func read(_ path: String) throws -> [TestPacket] {
    let file = try CaptureFile(path: path)
    var packets: [TestPacket] = []
    while try file.next({ packet, bytes in
      let bytes = (0..<bytes.byteCount).map { bytes.byte(at: $0) }
      packets.append(
        TestPacket(packet.timestamp, bytes, beyond: packet.originalBytes - packet.capturedBytes)
      )
    }) {}
    return packets
  }
}
