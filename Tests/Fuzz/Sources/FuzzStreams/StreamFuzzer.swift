import KymoCapture
import KymoHTTP
import KymoMCAP

/// Any bytes as segments of a connection in any order: nothing crashes, and no byte comes out that did not go in.
///
/// A segment is a byte of flags (1 from the server, 2 SYN, 4 FIN, 8 RST, 16 another port), one that moves its sequence
/// number, one that moves what it acknowledges, one with its length, and its data.
final class StreamFuzzer {
  private static let start: [UInt8] = [
    0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0,
  ]
  private static var limits: ReassemblyLimits {
    var limits = ReassemblyLimits()
    limits.bytesAboveHole = 400
    limits.piecesAboveHole = 16
    limits.bytesInAll = 600
    limits.recentBytes = 64
    limits.recentBytesInAll = 256
    return limits
  }

  func run(_ bytes: RawSpan) {
    var file = Self.start
    var next: [UInt32] = [100, UInt32.max - 100]
    var (place, sent) = (0, 0)
    while place + 4 <= bytes.byteCount {
      let flags = bytes.load(at: place, as: UInt8.self)
      let (move, answer) = (
        bytes.load(at: place + 1, as: UInt8.self), bytes.load(at: place + 2, as: UInt8.self)
      )
      let count = min(Int(bytes.load(at: place + 3, as: UInt8.self)), bytes.byteCount - place - 4)
      let data = (place + 4..<place + 4 + count).map { bytes.load(at: $0, as: UInt8.self) }
      place += 4 + count
      sent += count
      let side = Int(flags & 1)
      let sequence = next[side] &+ UInt32(bitPattern: Int32(Int8(bitPattern: move)))
      let acknowledged = next[1 - side] &+ UInt32(bitPattern: Int32(Int8(bitPattern: answer)))
      file += Self.packet(flags, sequence, acknowledged, data)
      next[side] = sequence &+ UInt32(count) &+ (flags & 6 == 0 ? 0 : 1)
    }
    guard let capture = try? CaptureFile(bytes: file) else {
      preconditionFailure("a well-formed file was refused")
    }
    let extractor = CaptureExtractor(capture, limits: Self.limits)
    var kept = 0
    while let exchange = extractor.next() {
      kept += exchange.request.body.bytes.count + (exchange.reply?.body.bytes.count ?? 0)
    }
    precondition(kept <= sent, "more came out than went in")
    precondition(extractor.problem == nil, "a well-formed file was not read to its end")
  }

  /// A packet of IPv4 without checksums, in its record.
  private static func packet(
    _ flags: UInt8,
    _ sequence: UInt32,
    _ acknowledged: UInt32,
    _ data: [UInt8]
  ) -> [UInt8] {
    let isServer = flags & 1 != 0
    let port: [UInt8] = [0x9C, flags & 16 == 0 ? 0x40 : 0x41]
    var segment = isServer ? [0, 80] + port : port + [0, 80]
    segment += big(sequence) + big(acknowledged)
    let isFirst = flags & 2 != 0 && !isServer
    let bits =
      (flags & 2) | (flags & 4 != 0 ? 1 : 0) | (flags & 8 != 0 ? 4 : 0) | (isFirst ? 0 : 16)
    segment += [0x50, bits, 0xFF, 0xFF, 0, 0, 0, 0]
    segment += data
    let total = 20 + segment.count
    var packet: [UInt8] = [
      0x45, 0, UInt8(total >> 8), UInt8(total & 0xFF), 0, 0, 0, 0, 64, 6, 0, 0,
    ]
    packet += isServer ? [10, 0, 0, 2, 10, 0, 0, 1] : [10, 0, 0, 1, 10, 0, 0, 2]
    packet += segment
    let count = UInt32(packet.count).bigEndian
    return [UInt8](repeating: 0, count: 8) + big(count) + big(count) + packet
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
