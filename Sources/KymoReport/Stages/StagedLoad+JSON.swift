public import KymoBench
import KymoText

extension StagedLoad {
  /// The schema, which the first member names.
  static let schema = "kymograph.stages/1"

  /// The stages as JSON, with the versioned schema `kymograph.stages/1`.
  ///
  /// - Parameter context: what was measured, and by what.
  /// - Returns: a document that ends in a newline.
  public func json(_ context: ExportContext) -> String {
    let report: JSONText = [
      "schema": JSONText(Self.schema),
      "valid": JSONText(isValid),
      "interrupted": JSONText(isInterrupted),
      "recording": JSONText(context.recording),
      "inputDigest": JSONText(context.inputDigest),
      "app": JSONText(context.app),
      "mode": JSONText(context.mode),
      "machine": context.machine?.json ?? .null,
      "seed": context.seed.map { JSONText($0) } ?? .null,
      "digest": JSONText(context.digest),
      "wanted": JSONText(wanted),
      "stages": JSONText(stages.map(Self.json)),
    ]
    guard case .object(let members) = report else { return report.text }
    let environment = context.environment.map { [JSONMember("environment", $0.json)] } ?? []
    let limits = context.limits.map { [JSONMember("limits", $0.json)] } ?? []
    return JSONText.object(members + environment + limits + context.members).text
  }

  /// The rates of a ramp, in events/s; null of a stage that has but one.
  private static func ramp(_ rate: StageRate) -> JSONText {
    guard case .ramp(let first, let last) = rate else { return .null }
    return ["from": JSONText(first), "to": JSONText(last)]
  }

  private static func json(_ stage: Stage) -> JSONText {
    let result = stage.result
    return [
      "rate": JSONText(stage.rate.mean),
      "ramp": ramp(stage.rate),
      "durationNanoseconds": JSONText(stage.durationNanoseconds),
      "arrivals": JSONText("\(result.offered.arrivals)"),
      "valid": JSONText(result.valid),
      "reasons": JSONText(result.reasons.map { JSONText("\($0)") }),
      "events": JSONText(result.offered.count),
      "warmUpEvents": JSONText(result.measured.warmUpCount),
      "offeredRate": JSONText(result.offered.rate),
      "achievedRate": JSONText(result.measured.rate),
      "slipNanoseconds": [
        "p50": JSONText(result.offered.slip.p50), "p99": JSONText(result.offered.slip.p99),
        "max": JSONText(result.offered.slip.max),
      ],
      "drops": JSONText(result.offered.drops.reduce(0) { $0 + $1.count }),
      "peakResidentBytes": JSONText(result.system.process?.peakResidentBytes),
      "count": JSONText(result.overall.count),
      "responseNanoseconds": JSONExport.json(result.overall.response, all: true),
      "serviceNanoseconds": JSONExport.json(result.overall.service, all: false),
      "commands": JSONText(result.commands.map(RepetitionSet.json)),
    ]
  }
}
