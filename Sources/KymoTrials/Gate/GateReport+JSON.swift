import KymoBench
import KymoReport
public import KymoText

extension GateReport {
  /// The report for programs: the schema `kymograph.gate/1`; members may be added, none changes its meaning.
  public var json: JSONText {
    let digests = measurements.digests(mayDiffer: configuration.mayDiffer)
    let rules = measurements.rules
    return [
      "schema": "kymograph.gate/1",
      "verdict": JSONText(decision.verdict.rawValue),
      "sentence": JSONText(decision.sentence),
      "compared": JSONText(decision.compared.map { JSONText($0.rawValue) }),
      "notKnown": JSONText(decision.notKnown.map { JSONText($0) }),
      "required": JSONText(
        GatePart.allCases.filter(configuration.required.contains).map { JSONText($0.rawValue) }
      ),
      "reasons": JSONText(decision.reasons.map { JSONText($0) }),
      "notes": JSONText(notes.map { JSONText($0) }),
      "interrupted": JSONText(measurements.isInterrupted),
      "base": Self.json(base),
      "head": Self.json(head),
      "recording": JSONText(recording),
      "app": JSONText(app),
      "digests": digests.map {
        [
          "base": JSONText($0.base), "head": JSONText($0.head),
          "equal": JSONText($0.base == $0.head),
        ]
      } ?? .null,
      "pairs": JSONText(configuration.pairs),
      "minimumPairs": JSONText(rules.minimumPairs),
      "runError": JSONText(rules.runError),
      "batchError": JSONText(rules.batchError),
      "counts": JSONText(measurements.counts.map(Self.json)),
      "measurements": JSONText(
        zip(measurements.methods, judgements).map { measured, judgement in
          [
            "name": JSONText(judgement.phase.name),
            "verdict": JSONText(judgement.verdict.rawValue),
            "reasons": JSONText(judgement.reasons.map { JSONText($0) }),
            "repeats": JSONText(measured.repeats),
            "runs": JSONText(measured.runs),
            "invalidRuns": JSONText(measured.invalidRuns),
            "states": JSONText(judgement.phase.states.medians.map { JSONText($0) }),
            "setAside": JSONText(judgement.phase.setAsideCount),
            "canary": Self.json(judgement),
            "metrics": JSONText(judgement.metrics.map { Self.json($0, judgement.phase) }),
          ]
        }
      ),
      "profile": profile?.json ?? .null,
      "seconds": JSONText(seconds),
    ]
  }

  private static func json(_ build: GateBuild) -> JSONText {
    [
      "name": JSONText(build.word), "commit": JSONText(build.commit),
      "version": JSONText(build.version?.text),
      "built": JSONText(build.origin),
      "kept": build.commit == nil || build.isThisTool ? .null : JSONText(build.isKept),
      "page": JSONText(build.page),
    ]
  }

  private static func json(_ count: CountComparison) -> JSONText {
    [
      "name": JSONText(count.name),
      "handler": JSONText(count.handler),
      "base": JSONText(count.base),
      "head": JSONText(count.head),
      "events": count.base == nil ? .null : JSONText(count.events),
      "ratio": JSONText(count.ratio),
      "allowedShare": count.base == nil ? .null : JSONText(count.allowedShare),
      "verdict": JSONText(count.verdict?.rawValue),
      "unavailable": JSONText(count.unavailable),
      "changes": JSONText(
        count.changes.map { change in
          [
            "function": JSONText(change.name), "basePerEvent": JSONText(change.base),
            "headPerEvent": JSONText(change.head),
          ]
        }
      ),
    ]
  }

  private static func json(_ judgement: PhaseJudgement) -> JSONText {
    guard let canary = judgement.phase.canary else { return .null }
    return [
      "command": JSONText(canary.metric.command),
      "figure": JSONText(canary.metric.quantity.rawValue),
      "nanoseconds": JSONText(canary.nanoseconds),
      "interval": json(judgement.canary),
      "seen": JSONText(judgement.isCanarySeen),
    ]
  }

  private static func json(_ metric: PhaseJudgement.Metric, _ phase: GatePhase) -> JSONText {
    let series = phase.series.first { $0.metric == metric.metric }
    return [
      "command": JSONText(metric.metric.command),
      "figure": JSONText(metric.metric.quantity.rawValue),
      "verdict": JSONText(metric.judgement.verdict.rawValue),
      "finding": JSONText("\(metric.judgement.finding)".prefix { $0 != "(" }.description),
      "baseNanoseconds": JSONText(metric.base),
      "headNanoseconds": JSONText(metric.head),
      "threshold": JSONText(metric.judgement.threshold),
      "smallestVisible": JSONText(metric.judgement.smallestVisible),
      "interval": json(metric.judgement.first),
      "confirmation": json(metric.judgement.confirmation),
      "control": json(metric.control),
      // What the verdict was made of: whoever doubts it can make it again.
      "ratios": JSONText((series?.pairs ?? []).map { JSONText($0.ratio) }),
      "confirmationRatios": JSONText((series?.confirmation ?? []).map { JSONText($0.ratio) }),
    ]
  }

  private static func json(_ interval: RatioInterval?) -> JSONText {
    guard let interval else { return .null }
    return [
      "ratio": JSONText(interval.ratio),
      "low": JSONText(interval.low),
      "high": JSONText(interval.high),
      "pairs": JSONText(interval.pairCount),
      "rank": JSONText(interval.rank),
      "error": JSONText(interval.error),
    ]
  }
}
