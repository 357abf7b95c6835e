import KymoBench
import KymoBridge
import KymoReport

extension GateReplay {
  /// Reads what `kymo replay --format json`, or `kymo run`, said; nil if it is no report.
  init?(json bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count < 1 << 28 else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    let root = document.root
    guard document.kind(of: root) == .object, let digest = document.text("digest", of: root)
    else { return nil }
    self.init(
      // Of a page all that crossed the bridge counts as well.
      digest: digest + (document.text("bridgeDigest", of: root).map { "/" + $0 } ?? ""),
      events: Int(document.figure("events", of: root) ?? 0),
      app: document.text("app", of: root)
    )
  }
}
