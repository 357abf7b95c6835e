/// All limits of a run with their verdicts.
public struct LimitJudgement: Sendable, Equatable {
  /// Each limit, in the order in which they were set.
  public let all: [JudgedLimit]

  /// Takes verdicts over.
  public init(_ all: [JudgedLimit]) { self.all = all }

  /// Holds limits against what was measured.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - reading: what was measured of the figure of a limit.
  public init(_ limits: [FigureLimit], _ reading: (FigureLimit) -> LimitReading) {
    all = limits.map { $0.judged(by: reading($0)) }
  }

  /// The limits of a run that must not be compared with anything: none of them is judged.
  ///
  /// - Parameter limits: the limits.
  /// - Returns: a judgement that says so.
  public static func ofInvalidRun(_ limits: [FigureLimit]) -> LimitJudgement {
    LimitJudgement(limits) { _ in .none("the run is INVALID, so limits are not judged") }
  }

  /// Those that are broken.
  public var broken: [JudgedLimit] { all.filter { $0.verdict == .broken } }
  /// How many are kept.
  public var keptCount: Int { all.count { $0.verdict == .kept } }
  /// Those of which nothing is known, though the run was to find out.
  public var missing: [JudgedLimit] {
    all.filter { if case .missing = $0.verdict { true } else { false } }
  }
  /// Those of which nothing is known.
  public var notMeasured: [JudgedLimit] { all.filter { $0.verdict.reason != nil } }

  /// The words behind the word valid: `, 2 limits BROKEN`; empty if no limit is broken.
  public var brokenWords: String {
    let noun = broken.count == 1 ? "limit" : "limits"
    return broken.isEmpty ? "" : ", \(broken.count) \(noun) \(LimitVerdict.broken.word)"
  }

  /// The result in a line: `3 kept, 1 BROKEN, 2 not measured`.
  public var summary: String {
    let parts = [
      (keptCount, "kept"), (broken.count, LimitVerdict.broken.word),
      (notMeasured.count, "not measured"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
