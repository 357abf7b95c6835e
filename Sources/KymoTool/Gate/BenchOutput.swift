import KymoBench
import KymoBridge
import KymoReport

/// What `kymo bench --format json` said, as far as a gate needs it.
struct BenchOutput: Equatable {
  /// What it said of one command.
  struct Command: Equatable {
    var name: String
    var count: Int64
    var cost: Double?
    var responseP50: Double?
    var responseP99: Double?
    var replyCount: Int64
    var replyP50: Double?

    /// The value of a quantity in ns; nil if it does not rest on enough events.
    func value(of quantity: GateQuantity) -> Double? {
      guard (quantity == .replyP50 ? replyCount : count) >= quantity.minimumCount else {
        return nil
      }
      let value =
        switch quantity {
        case .cost: cost
        case .responseP50: responseP50
        case .responseP99: responseP99
        case .replyP50: replyP50
        }
      return value.flatMap { $0 > 0 ? $0 : nil }
    }
  }

  var isValid: Bool
  var reasons: [String]
  var digest: String
  /// The app that was measured; nil if it does not say.
  var app: String?
  var commands: [Command]

  /// Reads a report; nil if it is none.
  init?(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, bytes.count < 1 << 28 else { return nil }
    var document = JSONDocument(limits: BridgeLimits(messageBytes: bytes.count))
    do { try document.parse(String(decoding: bytes, as: UTF8.self)) } catch { return nil }
    let root = document.root
    guard let schema = document.text("schema", of: root), schema.hasPrefix("kymograph.bench/"),
      let valid = document.member("valid", of: root).flatMap({ document.bool(of: $0) }),
      let digest = document.text("digest", of: root),
      let list = document.member("commands", of: root)
    else { return nil }
    isValid = valid
    self.digest = digest
    app = document.text("app", of: root)
    reasons = []
    if let member = document.member("reasons", of: root) {
      var cursor = document.cursor(over: member)
      while let reason = cursor.next(in: document) {
        if let text = document.string(of: reason) { reasons.append(text) }
      }
    }
    commands = []
    var cursor = document.cursor(over: list)
    while let command = cursor.next(in: document) {
      guard let name = document.text("name", of: command),
        let count = document.figure("count", of: command)
      else { return nil }
      commands.append(
        Command(
          name: name,
          count: Int64(count),
          cost: document.figure("serviceNanoseconds", "trimmedMean", of: command),
          responseP50: document.figure("responseNanoseconds", "p50", of: command),
          responseP99: document.figure("responseNanoseconds", "p99", of: command),
          replyCount: Int64(document.figure("replies", of: command) ?? 0),
          replyP50: document.figure("replyNanoseconds", "p50", of: command)
        )
      )
    }
  }

  /// The figures that this run could give for `quantities`; of the busiest command first.
  func reading(_ quantities: [GateQuantity]) -> GateReading {
    let busiest = commands.enumerated()
      .sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
    let figures = busiest.flatMap { _, command in
      quantities.compactMap { quantity in
        command.value(of: quantity).map {
          (metric: GateMetric(command: command.name, quantity: quantity), value: $0)
        }
      }
    }
    return GateReading(digest: digest, app: app, figures: figures)
  }
}

extension JSONDocument {
  /// The string of an object's member.
  func text(_ name: String, of value: JSONValue) -> String? {
    member(name, of: value).flatMap { string(of: $0) }
  }

  /// The number at the end of a path of members.
  func figure(_ path: String..., of value: JSONValue) -> Double? {
    var value: JSONValue? = value
    for name in path { value = value.flatMap { member(name, of: $0) } }
    return value.flatMap { number(of: $0) }
  }
}
