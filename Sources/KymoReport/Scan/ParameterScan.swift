public import KymoBench
import KymoText

/// Runs that differ in one option, each in a process of its own.
public struct ParameterScan {
  /// The run of one value.
  public struct Row {
    /// The value, as it was typed.
    public let value: String
    /// The measurements.
    public let result: LoadResult
    /// The digest over all outcomes, as it is printed.
    public let digest: String
  }

  /// The option.
  public let option: String
  /// How many values were asked for; more than there are if somebody stopped the scan.
  public let wanted: Int
  /// The runs, in the order in which they were made.
  public private(set) var rows: [Row] = []

  /// Starts without a run.
  public init(option: String, wanted: Int) {
    self.option = option
    self.wanted = wanted
  }

  /// Takes the run of a value.
  public mutating func append(value: String, _ result: LoadResult, digest: String) {
    rows.append(Row(value: value, result: result, digest: digest))
  }

  /// Whether somebody stopped it before its end.
  public var isInterrupted: Bool {
    rows.count < wanted || rows.contains(where: \.result.offered.isInterrupted)
  }

  /// Whether all runs were made, and each of them may be compared.
  public var isValid: Bool { rows.count == wanted && rows.allSatisfy(\.result.valid) }

  /// The scan as JSON, with the versioned schema `kymograph.scan/1`.
  ///
  /// - Parameter context: what was measured, and by what.
  /// - Returns: a document that ends in a newline.
  public func json(_ context: ExportContext) -> String {
    let report: JSONText = [
      "schema": "kymograph.scan/1",
      "valid": JSONText(isValid),
      "interrupted": JSONText(isInterrupted),
      "recording": JSONText(context.recording),
      "app": JSONText(context.app),
      "mode": JSONText(context.mode),
      "machine": context.machine?.json ?? .null,
      "option": JSONText(option),
      "wanted": JSONText(wanted),
      "rows": JSONText(rows.map(Self.json)),
    ]
    return report.text
  }

  private static func json(_ row: Row) -> JSONText {
    let result = row.result
    return [
      "value": JSONText(row.value),
      "valid": JSONText(result.valid),
      "reasons": JSONText(result.reasons.map { JSONText("\($0)") }),
      "digest": JSONText(row.digest),
      "offeredRate": JSONText(result.offered.rate),
      "achievedRate": JSONText(result.measured.rate),
      "count": JSONText(result.overall.count),
      "responseNanoseconds": JSONExport.json(result.overall.response, all: true),
      "serviceNanoseconds": JSONExport.json(result.overall.service, all: false),
      "commands": JSONText(result.commands.map(RepetitionSet.json)),
    ]
  }
}
