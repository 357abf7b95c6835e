import KymoCapture
import KymoHTTP
import KymoMCAP

/// Any bytes as a capture, of either format: nothing crashes, and nothing is longer than what was there.
final class CaptureFuzzer {
  func run(_ bytes: RawSpan) {
    var file: [UInt8] = []
    for place in 0..<bytes.byteCount { file.append(bytes.load(at: place, as: UInt8.self)) }
    guard let capture = try? CaptureFile(bytes: file) else { return }
    let extractor = CaptureExtractor(capture)
    var kept = 0
    while let exchange = extractor.next() {
      kept += exchange.request.body.bytes.count + (exchange.reply?.body.bytes.count ?? 0)
    }
    precondition(kept <= file.count, "bodies are longer than their capture")
    _ = extractor.counts.noticed
    _ = extractor.counts.unreadPackets.map(\.kind.description)
  }
}
