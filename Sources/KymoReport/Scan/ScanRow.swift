public import KymoBench
import KymoBridge
import KymoText

/// Figures of a scan: of a run, of repetitions together, or of a stage.
public struct ScanRow {
  /// The slowest event of a run that kept its tail.
  public struct SlowEvent: Equatable, Sendable {
    /// Its command.
    public let command: String
    /// How long it took from when it was due, in ns.
    public let responseNanoseconds: Int64
    /// The cause of its wait, in words.
    public let cause: String
  }

  /// Which stage of its run it is, from 1; nil if the run has none.
  public let stage: Int?
  /// Why the figures must not be compared; empty if they may.
  public let reasons: [String]
  /// The digest over all outcomes of the run, as it is printed.
  public let digest: String
  /// The mean rate at which the measured events were due, in events/s.
  public let offeredRate: Double
  /// The mean rate at which they were done, in events/s.
  public let achievedRate: Double
  /// How many events were measured.
  public let count: Int64
  /// From when each was due to when it was done, in ns; without values if there was no schedule.
  public let response: LatencySummary
  /// The service times, in ns.
  public let service: LatencySummary
  /// How many missed the deadline; nil without one.
  public let missedDeadlines: Int64?
  /// How many attempts were made; nil if only one was asked for.
  public private(set) var attempts: Int?
  /// The slowest event; nil unless the run kept its tail.
  public private(set) var slowest: SlowEvent?
  /// How far the medians of all commands differ between repetitions; nil unless each has one.
  public private(set) var p50Spread: RepetitionSpread?
  /// How far their 99th percentiles differ; nil unless each has one.
  public private(set) var p99Spread: RepetitionSpread?
  /// How many repetitions there are; nil if it is one run.
  public private(set) var repetitionCount: Int?
  private let commands: JSONText
  private var further: [JSONMember] = []

  /// Takes what a run, or repetitions, came to.
  init(_ result: LoadResult, digest: String) {
    stage = nil
    reasons = result.reasons.map { "\($0)" }
    self.digest = digest
    offeredRate = result.offered.rate
    achievedRate = result.measured.rate
    count = result.overall.count
    response = result.overall.response
    service = result.overall.service
    missedDeadlines = result.overall.missedDeadlines
    commands = JSONText(result.commands.map(RepetitionSet.json))
    guard let set = result.repetitions else { return }
    repetitionCount = set.all.count
    p50Spread = RepetitionSpread(set.all.map(\.result.overall.response.p50))
    p99Spread = RepetitionSpread(set.all.map(\.result.overall.response.p99))
    further = [
      JSONMember("p50Nanoseconds", RepetitionSet.json(p50Spread)),
      JSONMember("p99Nanoseconds", RepetitionSet.json(p99Spread)),
      JSONMember("repetitions", set.json),
    ]
  }

  /// Reads what a run says besides its figures: how many attempts it took, and its slowest events.
  mutating func addRemarks(_ reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    if let count = try reader.numberIfThere("attempts", of: root) {
      attempts = Int(count)
      further.append(JSONMember("attempts", JSONText(Int(count))))
    }
    guard let tail = reader.document.member("tail", of: root),
      reader.document.kind(of: tail) != .null
    else { return }
    further.append(JSONMember("tail", reader.json(of: tail)))
    guard let first = try reader.list("tail", of: root).first else { return }
    slowest = SlowEvent(
      command: try reader.text("command", of: first),
      responseNanoseconds: Int64(try reader.number("responseNanoseconds", of: first)),
      cause: try reader.text("causeText", of: first)
    )
  }

  /// Reads a stage.
  ///
  /// - Parameters:
  ///   - reader: the document of the run.
  ///   - value: the stage.
  ///   - number: which it is, from 1.
  /// - Throws: which member is missing or wrong.
  init(
    _ reader: borrowing ReportReader,
    stage value: JSONValue,
    number: Int
  ) throws(BaselineError) {
    stage = number
    reasons = try reader.list("reasons", of: value).compactMap { reader.document.string(of: $0) }
    digest = try reader.text("digest", of: reader.root)
    offeredRate = try reader.number("offeredRate", of: value)
    achievedRate = try reader.number("achievedRate", of: value)
    count = Int64(try reader.number("count", of: value))
    response = try LatencySummary(reader, "responseNanoseconds", of: value, count: count)
    service = try LatencySummary(reader, "serviceNanoseconds", of: value, count: count)
    var missed: [Int64] = []
    let list = try reader.list("commands", of: value)
    for command in list {
      if let count = try reader.numberIfThere("missedDeadlines", of: command) {
        missed.append(Int64(count))
      }
    }
    missedDeadlines = missed.count == list.count && !missed.isEmpty ? missed.reduce(0, +) : nil
    commands = JSONText(list.map { reader.json(of: $0) })
  }

  /// Whether the figures may be compared.
  public var isValid: Bool { reasons.isEmpty }

  /// The row for programs, under the value of its run.
  func json(value: String) -> JSONText {
    let members: JSONText = [
      "value": JSONText(value),
      "valid": JSONText(isValid),
      "reasons": JSONText(reasons.map { JSONText($0) }),
      "digest": JSONText(digest),
      "offeredRate": JSONText(offeredRate),
      "achievedRate": JSONText(achievedRate),
      "count": JSONText(count),
      "responseNanoseconds": JSONExport.json(response, all: true),
      "serviceNanoseconds": JSONExport.json(service, all: false),
      "commands": commands,
    ]
    guard case .object(let usual) = members else { return members }
    let own = stage.map { [JSONMember("stage", JSONText($0))] } ?? []
    return .object(usual + own + further)
  }
}
