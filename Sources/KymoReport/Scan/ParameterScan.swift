import KymoText

/// Runs that differ in one option, each in a process of its own.
public struct ParameterScan {
  /// The option.
  public let option: String
  /// How many values were asked for; more than there are if somebody stopped the scan.
  public let wanted: Int
  /// The run with each value, in the order in which they were made.
  public private(set) var runs: [ScanRun] = []

  /// Starts without a run.
  public init(option: String, wanted: Int) {
    self.option = option
    self.wanted = wanted
  }

  /// Takes the run of a value.
  public mutating func append(_ run: ScanRun) { runs.append(run) }

  /// Whether somebody stopped it before its end.
  public var isInterrupted: Bool { runs.count < wanted || runs.contains(where: \.isInterrupted) }

  /// Whether all runs were made, and each of them may be compared.
  public var isValid: Bool { runs.count == wanted && runs.allSatisfy(\.isValid) }

  /// Why figures must not be compared, each in a sentence that names the value; empty if they may.
  public var reasons: [String] {
    let reasons = runs.flatMap { run in run.reasons.map { "\(option)=\(run.value): \($0)" } }
    guard runs.count < wanted else { return reasons }
    return reasons + ["stopped after \(runs.count) of \(wanted) values"]
  }

  /// The applications that handled the events, each with its page if it has one, in the order in which they came.
  public var apps: [String] {
    var apps: [String] = []
    for run in runs where !apps.contains(run.context.app) { apps.append(run.context.app) }
    return apps
  }

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
      // Where it is scanned, rows have it as their value.
      "app": apps.count == 1 ? JSONText(apps[0]) : .null,
      "mode": Set(runs.map(\.context.mode)).count == 1 ? JSONText(context.mode) : .null,
      "machine": context.machine?.json ?? .null,
      "option": JSONText(option),
      "wanted": JSONText(wanted),
      "rows": JSONText(runs.flatMap { run in run.rows.map { $0.json(value: run.value) } }),
    ]
    return report.text
  }
}
