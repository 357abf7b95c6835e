import KymoBench
import KymoText

extension LoadSweep {
  /// The value of the member `schema`.
  static let schema = "kymograph.sweep/1"
}

extension SweepSummary {
  /// The sweep as JSON, with the versioned schema `kymograph.sweep/1`; the steps are in the order of the runs.
  ///
  /// It ends in a newline.
  public var json: String {
    let report: JSONText = [
      "schema": JSONText(LoadSweep.schema),
      "interrupted": JSONText(sweep.isInterrupted),
      "recording": JSONText(context.recording),
      "inputDigest": JSONText(context.inputDigest),
      "app": JSONText(context.app),
      "mode": JSONText(context.mode),
      "machine": context.machine?.json ?? .null,
      "arrivals": JSONText(arrivals),
      "durationNanoseconds": JSONText(durationNanoseconds),
      "resolution": JSONText(sweep.search.resolution),
      "attempts": JSONText(sweep.search.attempts),
      "objectives": JSONText(sweep.objectives.map(LoadSweep.json)),
      "knee": sweep.kneeJSON,
      "steps": JSONText(sweep.steps.map(LoadSweep.json)),
    ]
    guard case .object(var members) = report else { return report.text }
    if let environment = context.environment {
      members.append(JSONMember("environment", environment.json))
    }
    if let baseline { members.append(JSONMember("baseline", sweep.json(baseline))) }
    if let limits = context.limits { members.append(JSONMember("limits", limits.json)) }
    return JSONText.object(members).text
  }
}

extension LoadSweep {
  fileprivate static func json(_ objective: LatencyObjective) -> JSONText {
    [
      "command": JSONText(objective.command),
      "percentile": JSONText(objective.percentile.rawValue),
      "limitNanoseconds": JSONText(objective.limitNanoseconds),
    ]
  }

  /// `rate` is the highest that was kept, `failedRate` the lowest that was not.
  ///
  /// A rate that could not be offered did not fail: it is not known whether it would be kept.
  fileprivate var kneeJSON: JSONText {
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

  fileprivate static func json(_ step: SweepStep) -> JSONText {
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
