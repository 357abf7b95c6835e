import KymoBench
import KymoBridge
import KymoReport
import KymoText

/// The answer of `kymo bench --format json`, as far as a gate needs it.
struct BenchOutput: Equatable {
  /// The figures of one command.
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
    do throws(BaselineError) {
      try self.init(ReportReader(json: String(decoding: bytes, as: UTF8.self)))
    } catch {
      return nil
    }
  }

  /// Takes over what every version of the report has.
  private init(_ reader: consuming ReportReader) throws(BaselineError) {
    let root = reader.root
    let schema = reader.schema
    guard schema?.hasPrefix("kymograph.bench/") == true else { throw .schema(schema) }
    isValid = try reader.bool("valid", of: root)
    digest = try reader.text("digest", of: root)
    // Behind the app may stand its page, which lies elsewhere for each build.
    app = reader.textIfThere("app", of: root).map { text in
      text.firstRange(of: " with ").map { String(text[..<$0.lowerBound]) } ?? text
    }
    reasons = []
    if let member = reader.document.member("reasons", of: root) {
      var cursor = reader.document.cursor(over: member)
      while let reason = cursor.next(in: reader.document) {
        if let text = reader.document.string(of: reason) { reasons.append(text) }
      }
    }
    commands = []
    for command in try reader.list("commands", of: root) {
      guard let count = reader.document.figure("count", of: command) else { throw .member("count") }
      commands.append(
        Command(
          name: try reader.text("name", of: command),
          count: Int64(count),
          cost: reader.document.figure("serviceNanoseconds", "trimmedMean", of: command),
          responseP50: reader.document.figure("responseNanoseconds", "p50", of: command),
          responseP99: reader.document.figure("responseNanoseconds", "p99", of: command),
          replyCount: Int64(reader.document.figure("replies", of: command) ?? 0),
          replyP50: reader.document.figure("replyNanoseconds", "p50", of: command)
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
