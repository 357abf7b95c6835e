import KymoBench
import KymoBridge
import KymoReport
import KymoText

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

  /// Returns the first difference from the recording, an event of a replay or what a page said, in
  /// words; nil if the report of a verification has none.
  static func divergence(json bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty, bytes.count < 1 << 28 else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    if let first = document.member("firstDifference", of: document.root),
      let index = document.figure("index", of: first)
    {
      func said(_ side: String) -> String {
        document.text(side, of: first)?.printable ?? "nothing"
      }
      let subject = document.text("subject", of: first)?.printable ?? "call"
      return "the first difference is \(subject) \(Int(index)) of the page: "
        + "\(said("expected")) in BASE, \(said("actual")) in HEAD"
    }
    guard let first = document.member("firstDivergence", of: document.root),
      let index = document.figure("index", of: first)
    else { return nil }
    let command = document.text("command", of: first).map { ", \($0.printable)" } ?? ""
    let field = document.text("field", of: first).map { " in \($0.printable)" } ?? ""
    func side(_ name: String) -> (outcome: String, time: Double?)? {
      guard let step = document.member(name, of: first),
        let outcome = document.text("outcome", of: step)
      else { return nil }
      return (outcome.printable, document.figure("timestamp", of: step))
    }
    let (expected, actual) = (side("expected"), side("actual"))
    let time = (expected ?? actual)?.time.map {
      " at \(NumberText.fixed($0 / 1e9, decimals: 6)) s"
    }
    return "the first difference is event \(Int(index))\(command)\(time ?? "")\(field): "
      + "\(expected?.outcome ?? "nothing") in BASE, \(actual?.outcome ?? "nothing") in HEAD"
  }
}
