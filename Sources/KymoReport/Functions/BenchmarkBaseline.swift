public import KymoBench
import KymoBridge

/// Former times of functions, as `time --format json` wrote them.
public struct BenchmarkBaseline: Sendable, Equatable {
  /// Where it is from, as the user named it.
  public let name: String
  /// The tool that measured.
  public let app: String
  /// The machine; nil if it is unknown.
  public let machine: BenchMachine?
  /// Whether its figures may be compared with others.
  public let isValid: Bool
  /// The time of a call of a function that does nothing, in ns.
  public let callNanoseconds: Double
  /// Each benchmark.
  public let rows: [BenchmarkTimes]

  /// Reads times.
  ///
  /// - Parameters:
  ///   - json: the text; at most ``BenchBaseline/maximumBytes``.
  ///   - name: where it is from, as the user named it.
  /// - Throws: what is wrong with it.
  public init(json: String, name: String) throws(BaselineError) {
    let reader = try ReportReader(json: json)
    let root = reader.root
    guard reader.schema == BenchmarkSummary.schema else { throw .functions(reader.schema) }
    self.name = name
    app = try reader.text("app", of: root)
    machine = try BenchMachine(reader, root)
    isValid = try reader.bool("valid", of: root)
    callNanoseconds = try reader.number("callNanoseconds", of: root)
    var rows: [BenchmarkTimes] = []
    for value in try reader.list("benchmarks", of: root) {
      rows.append(try Self.row(reader, value))
    }
    self.rows = rows
  }

  private static func row(
    _ reader: borrowing ReportReader,
    _ value: JSONValue
  ) throws(BaselineError) -> BenchmarkTimes {
    var row = BenchmarkTimes(name: try reader.text("name", of: value))
    row.iterations = try reader.count("iterations", of: value)
    row.batches = try reader.count("batches", of: value)
    row.processes = try reader.count("processes", of: value)
    row.fastest = try reader.number("fastestNanoseconds", of: value)
    row.median = try reader.numberIfThere("medianNanoseconds", of: value)
    row.trimmedMean = try reader.numberIfThere("meanNanoseconds", of: value)
    row.slowest = try reader.number("slowestNanoseconds", of: value)
    if let low = try reader.numberIfThere("lowerNanoseconds", of: value),
      let high = try reader.numberIfThere("upperNanoseconds", of: value), low <= high
    {
      row.interval = low...high
    }
    let kinds = try reader.list("reasonKinds", of: value)
    for (text, kind) in zip(try reader.list("reasons", of: value), kinds) {
      let kind = reader.document.string(of: kind)
      let condition = RunCondition.allCases.first { "\($0)" == kind } ?? .complete
      row.reasons.append(.reported(condition, reader.document.string(of: text) ?? ""))
    }
    return row
  }

  /// Why it is none to compare with, in words; nil if it is.
  ///
  /// - Parameters:
  ///   - app: the tool that measures now.
  ///   - machine: where.
  /// - Returns: half a sentence.
  public func difference(from app: String, on machine: BenchMachine?) -> String? {
    guard isValid else { return "it is marked as INVALID" }
    if app != self.app { return "it is of \(self.app), not of \(app)" }
    if let there = self.machine, let machine, there != machine {
      return
        "it is of another machine, whose times say nothing here: \(there) there, \(machine) here"
    }
    return nil
  }

  /// By how much the median is more than here, in percent; nil if one of them is not known.
  public func change(of row: BenchmarkTimes) -> Double? {
    guard let now = row.median, let before = rows.first(where: { $0.name == row.name })?.median,
      before > 0
    else { return nil }
    return (now / before - 1) * 100
  }
}
