import KymoBench
import KymoBridge
import KymoHistogram

extension Repetition {
  /// Reads what `kymo bench --format json` wrote; nil if it is something else.
  init?(output: [UInt8]) {
    guard !output.isEmpty, output.count < 1 << 28 else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: output.count))
    do { try document.parse(String(decoding: output, as: UTF8.self)) } catch { return nil }
    let root = document.root
    func member(_ name: String, of value: JSONValue) -> JSONValue? {
      document.member(name, of: value)
    }
    guard let schema = member("schema", of: root).flatMap({ document.string(of: $0) }),
      schema.hasPrefix("kymograph.bench/"),
      let digest = member("digest", of: root).flatMap({ document.string(of: $0) }),
      let offered = member("offeredRate", of: root).flatMap({ document.number(of: $0) }),
      let achieved = member("achievedRate", of: root).flatMap({ document.number(of: $0) }),
      let reasonList = member("reasons", of: root), let list = member("commands", of: root)
    else { return nil }
    func histogram(_ name: String, of command: JSONValue) -> Histogram? {
      guard let text = member(name, of: command).flatMap({ document.string(of: $0) }),
        let bytes = Base64.decode(text.utf8)
      else { return nil }
      return try? Histogram(decoding: bytes)
    }
    var reasons: [String] = []
    var cursor = document.cursor(over: reasonList)
    while let reason = cursor.next(in: document) {
      if let text = document.string(of: reason) { reasons.append(text) }
    }
    var commands: [Command] = []
    cursor = document.cursor(over: list)
    while let command = cursor.next(in: document) {
      guard let name = member("name", of: command).flatMap({ document.string(of: $0) }),
        let response = histogram("responseHistogram", of: command),
        let service = histogram("serviceHistogram", of: command)
      else { return nil }
      commands.append(Command(name: name, response: response, service: service))
    }
    self.init(
      reasons: reasons,
      digest: digest,
      offeredRate: offered,
      achievedRate: achieved,
      commands: commands
    )
  }
}
