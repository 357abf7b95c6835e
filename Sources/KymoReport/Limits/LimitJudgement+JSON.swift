public import KymoBench
public import KymoText

extension LimitJudgement {
  /// The member `limits` of a report; keys are added, never changed.
  public var json: JSONText {
    JSONText(
      all.map { judged in
        [
          "stage": JSONText(judged.stage),
          "file": JSONText(judged.limit.place.file),
          "line": JSONText(judged.limit.place.line),
          "option": judged.limit.place.file == nil ? JSONText("\(judged.limit.place)") : .null,
          "command": JSONText(judged.limit.subject),
          "figure": JSONText(judged.limit.figure.description),
          "unit": JSONText(judged.limit.figure.unit),
          "limit": JSONText(judged.limit.value),
          "bound": JSONText(judged.limit.bound),
          "actual": JSONText(judged.actual),
          "verdict": JSONText(judged.verdict.name),
          "reason": JSONText(judged.verdict.reason),
        ]
      }
    )
  }
}

extension LimitVerdict {
  /// The name in reports for programs.
  var name: String {
    switch self {
    case .kept: "kept"
    case .broken: "broken"
    case .notMeasured, .missing: "notMeasured"
    }
  }
}
