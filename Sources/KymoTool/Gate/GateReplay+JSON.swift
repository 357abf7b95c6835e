import KymoBench
import KymoBridge
import KymoReport

extension GateReplay {
  /// Reads what `kymo replay --format json` said; nil if it is no report.
  init?(json bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count < 1 << 28 else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    let root = document.root
    guard document.kind(of: root) == .object, let digest = document.text("digest", of: root)
    else { return nil }
    self.init(
      digest: digest,
      events: Int(document.figure("events", of: root) ?? 0),
      app: document.text("app", of: root)
    )
  }
}
