public import KymoBench
import KymoText

extension LoadSweep {
  /// The sweep as JSON, with the versioned schema `kymograph.sweep/1`; the steps are in the order of the runs.
  ///
  /// - Parameters:
  ///   - recording: the recording whose events were offered, as the user named it.
  ///   - app: the application that handled them.
  ///   - arrivals: where the intended starts came from.
  ///   - durationNanoseconds: how long each step was to last, in ns.
  ///   - limits: the limits that were set, with their verdicts; nil if none were.
  /// - Returns: a document that ends in a newline.
  public func json(
    recording: String,
    app: String,
    arrivals: String,
    durationNanoseconds: Int64,
    limits: LimitJudgement? = nil
  ) -> String {
    let report: JSONText = [
      "schema": "kymograph.sweep/1",
      "interrupted": JSONText(isInterrupted),
      "recording": JSONText(recording),
      "app": JSONText(app),
      "arrivals": JSONText(arrivals),
      "durationNanoseconds": JSONText(durationNanoseconds),
      "resolution": JSONText(search.resolution),
      "attempts": JSONText(search.attempts),
      "objectives": JSONText(objectives.map(Self.json)),
      "knee": kneeJSON,
      "steps": JSONText(steps.map(Self.json)),
    ]
    guard let limits, case .object(let members) = report else { return report.text }
    return JSONText.object(members + [JSONMember("limits", limits.json)]).text
  }

  private static func json(_ objective: LatencyObjective) -> JSONText {
    [
      "command": JSONText(objective.command),
      "percentile": JSONText(objective.percentile.rawValue),
      "limitNanoseconds": JSONText(objective.limitNanoseconds),
    ]
  }

  /// `rate` is the highest that was kept, `failedRate` the lowest that was not.
  ///
  /// A rate that could not be offered did not fail: it is not known whether it would be kept.
  private var kneeJSON: JSONText {
    let (kind, kept, failed): (String, Double?, Double?) =
      switch knee {
      case .between(let kept, let failed) where isUnoffered(failed): ("atLeast", kept, nil)
      case .between(let kept, let failed): ("between", kept, failed)
      case .atLeast(let rate): ("atLeast", rate, nil)
      case .never(let lowest): ("never", nil, lowest)
      case .unknown(let kept, let failed): ("unknown", kept, failed)
      }
    return ["kind": JSONText(kind), "rate": JSONText(kept), "failedRate": JSONText(failed)]
  }

  private static func json(_ step: SweepStep) -> JSONText {
    [
      "rate": JSONText(step.rate),
      "offeredRate": JSONText(step.offeredRate),
      "achievedRate": JSONText(step.achievedRate),
      "valid": JSONText(step.isValid),
      "interrupted": JSONText(step.isInterrupted),
      "kept": JSONText(step.isKept),
      "offered": JSONText(!step.isUnoffered),
      "reasons": JSONText(step.shortcomings.map { JSONText("\($0)") }),
      "count": JSONText(step.response.count),
      "responseNanoseconds": JSONExport.json(step.response, all: true),
      "commands": JSONText(
        step.commands.map { command in
          [
            "name": JSONText(command.name),
            "count": JSONText(command.response.count),
            "responseNanoseconds": JSONExport.json(command.response, all: true),
          ]
        }
      ),
    ]
  }
}
