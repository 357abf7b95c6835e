import KymoCapture
import KymoMCAP

/// Any bytes as packets behind any link: nothing crashes.
///
/// The first byte chooses the link, and whether packets were cut; then come packets, each behind a byte with its
/// length.
final class PacketFuzzer {
  private static let start: [UInt8] = [
    0x4D, 0x3C, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0,
  ]

  func run(_ bytes: RawSpan) {
    guard bytes.byteCount > 0 else { return }
    let links = LinkType.allCases
    let lost: UInt32 = bytes.load(at: 0, as: UInt8.self) & 0x80 == 0 ? 0 : 1000
    let link = UInt32(links[Int(bytes.load(at: 0, as: UInt8.self)) % links.count].rawValue)
    var file = Self.start + Self.little(link)
    var place = 1
    while place < bytes.byteCount {
      let count = min(Int(bytes.load(at: place, as: UInt8.self)), bytes.byteCount - place - 1)
      file += Self.little(0) + Self.little(0)
      file += Self.little(UInt32(count)) + Self.little(UInt32(count) + lost)
      for byte in place + 1..<place + 1 + count {
        file.append(bytes.load(at: byte, as: UInt8.self))
      }
      place += 1 + count
    }
    do {
      let extractor = CaptureExtractor(try CaptureFile(bytes: file))
      while extractor.next() != nil {}
      precondition(extractor.problem == nil, "a well-formed file was not read to its end")
    } catch { preconditionFailure("a well-formed file was refused: \(error)") }
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
