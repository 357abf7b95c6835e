public import KymoBench
public import KymoText

/// The times of functions, as reports and exports need them.
public struct BenchmarkSummary: Sendable {
  /// The value of the member `schema`.
  public static let schema = "kymograph.functions/1"

  /// Of what, and by what; with the limits.
  public var context: ExportContext
  /// Each benchmark.
  public var rows: [BenchmarkTimes]
  /// The time of a call of a function that does nothing, in ns: it is in every figure.
  public var callNanoseconds: Double
  /// Former times to compare with; nil if there are none.
  public var baseline: BenchmarkBaseline?

  /// Puts a summary together.
  ///
  /// - Parameters:
  ///   - context: of what, and by what.
  ///   - rows: each benchmark.
  ///   - callNanoseconds: what the call of a function that does nothing takes, in ns.
  ///   - baseline: former times to compare with.
  public init(
    context: ExportContext,
    rows: [BenchmarkTimes],
    callNanoseconds: Double,
    baseline: BenchmarkBaseline? = nil
  ) {
    self.context = context
    self.rows = rows
    self.callNanoseconds = callNanoseconds
    self.baseline = baseline
  }

  /// Why the figures must not be compared; empty if they may.
  public var reasons: [InvalidReason] { rows.flatMap(\.reasons) }

  /// The reasons in a sentence; nil if there are none.
  var invalidReason: String? {
    reasons.isEmpty ? nil : reasons.map(\.description).joined(separator: "; ")
  }

  /// The value that the times have of the figure of a limit: `service.p50` is the median of an iteration.
  ///
  /// - Parameter limit: the limit; without a command it is of the slowest benchmark.
  /// - Returns: what was measured, or why nothing was.
  public func reading(for limit: FigureLimit) -> LimitReading {
    guard case .time(.service, .p50) = limit.figure else {
      return .none("of functions 'time' measures service.p50, and 'count' counts")
    }
    let rows = rows.filter { limit.command == nil || $0.name == limit.command }
    guard !rows.isEmpty else { return .none("'\(limit.subject)' was not measured") }
    guard let slowest = rows.compactMap(\.median).max() else { return .missing("it has no median") }
    return .value(slowest)
  }

  /// Kymograph's own JSON; keys are added, never changed.
  public var json: JSONText {
    var members: [JSONMember] = [
      JSONMember("schema", JSONText(Self.schema)),
      JSONMember("program", JSONText(context.program)),
      JSONMember("app", JSONText(context.app)),
      JSONMember("machine", context.machine?.json ?? .null),
      JSONMember("commit", JSONText(context.commit)),
      JSONMember("valid", JSONText(reasons.isEmpty)),
      JSONMember("callNanoseconds", JSONText(callNanoseconds)),
      JSONMember("benchmarks", JSONText(rows.map(Self.json))),
    ]
    if let limits = context.limits { members.append(JSONMember("limits", limits.json)) }
    if let baseline {
      let changes = rows.compactMap { row in
        baseline.change(of: row).map {
          ["name": JSONText(row.name), "percent": JSONText($0)] as JSONText
        }
      }
      let member: JSONText = ["name": JSONText(baseline.name), "changes": JSONText(changes)]
      members.append(JSONMember("baseline", member))
    }
    return .object(members)
  }

  private static func json(_ row: BenchmarkTimes) -> JSONText {
    [
      "name": JSONText(row.name),
      "iterations": JSONText(row.iterations),
      "batches": JSONText(row.batches),
      "processes": JSONText(row.processes),
      "fastestNanoseconds": JSONText(row.fastest),
      "medianNanoseconds": JSONText(row.median),
      "lowerNanoseconds": JSONText(row.interval?.lowerBound),
      "upperNanoseconds": JSONText(row.interval?.upperBound),
      "meanNanoseconds": JSONText(row.trimmedMean),
      "slowestNanoseconds": JSONText(row.slowest),
      "reasons": JSONText(row.reasons.map { JSONText($0.description) }),
      "reasonKinds": JSONText(row.reasons.map { JSONText("\($0.condition)") }),
    ]
  }
}
