public import KymoBench

/// The measurement of a scan with one value: a run, repetitions, or a run in stages.
public struct ScanRun {
  /// The value, as it was typed.
  public let value: String
  /// Its figures; several if it has stages.
  public let rows: [ScanRow]
  /// Why they must not be compared, each in a sentence that names the stage or the repetition; empty if they may.
  public let reasons: [String]
  /// Whether somebody stopped it before its end.
  public let isInterrupted: Bool
  /// Of what they are.
  public let context: ExportContext

  /// Takes a run, or repetitions that were added up.
  public init(value: String, _ result: LoadResult, _ context: ExportContext) {
    self.init(value: value, result, context, row: ScanRow(result, digest: context.digest))
  }

  private init(value: String, _ result: LoadResult, _ context: ExportContext, row: ScanRow) {
    self.value = value
    rows = [row]
    reasons = row.reasons
    isInterrupted = result.offered.isInterrupted
    self.context = context
  }

  /// Reads what `kymo bench --format json` wrote of a run, or of one in stages.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - json: what the process printed; at most ``BenchBaseline/maximumBytes``.
  /// - Throws: what is wrong with it.
  /// - Complexity: O(bytes + buckets).
  public init(value: String, json: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    guard reader.schema != StagedLoad.schema else {
      self = try ScanRun(value: value, stages: reader)
      return
    }
    let run = try ReportedRun(reader)
    var row = ScanRow(run.result, digest: run.context.digest)
    try row.addRemarks(reader)
    self.init(value: value, run.result, run.context, row: row)
  }

  private init(value: String, stages reader: borrowing ReportReader) throws(BaselineError) {
    let root = reader.root
    self.value = value
    isInterrupted = try reader.bool("interrupted", of: root)
    var rows: [ScanRow] = []
    for stage in try reader.list("stages", of: root) {
      rows.append(try ScanRow(reader, stage: stage, number: rows.count + 1))
    }
    self.rows = rows
    let wanted = try reader.count("wanted", of: root)
    reasons =
      rows.flatMap { row in row.reasons.map { "stage \(row.stage ?? 1): \($0)" } }
      + (rows.count < wanted ? ["stopped after \(rows.count) of \(wanted) stages"] : [])
    context = try ExportContext(reader)
  }

  /// Whether all of it was made, and its figures may be compared.
  public var isValid: Bool { reasons.isEmpty }

  /// That in a word.
  public var word: String { isValid ? "valid" : "INVALID" }
}
