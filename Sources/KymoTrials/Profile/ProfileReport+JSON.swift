import KymoBench
import KymoProfile
import KymoRecording
package import KymoText

extension ProfileReport {
  /// The report for programs.
  package var json: JSONText {
    [
      "schema": "kymograph.profile/1",
      "recording": JSONText(path),
      "app": JSONText(app),
      "events": JSONText(eventCount),
      "digest": JSONText(TraceDigest.text(digest.total)),
      "rounds": JSONText(rounds),
      "attempts": JSONText(attempts),
      "interrupted": JSONText(wasInterrupted),
      "valid": JSONText(validity.isValid),
      "reasons": JSONText(validity.reasons.map { JSONText($0.description) }),
      "slowEvents": slow.map { JSONText($0.count) } ?? .null,
      "slowNanoseconds": slow.map { JSONText($0.threshold) } ?? .null,
      "slowShare": slow.map { JSONText($0.share) } ?? .null,
      "slowShareAsked": slow?.askedShare.map { JSONText($0) } ?? .null,
      "slowSurveyedEvents": slow.map { JSONText($0.surveyed) } ?? .null,
      "stages": JSONText(profile.stages.map { json($0) }),
      "absentStages": JSONText(absentStages.map { JSONText($0) }),
      "functions": JSONText(profile.functions.filter { $0.count > 0 }.map { json($0) }),
      "work": workJSON,
      "hasNames": JSONText(hasNames),
      "sampledBy": JSONText(isByPerf ? "perf" : slow == nil ? "sampler" : nil),
      "sampling": samplingJSON,
      "cutStacks": [
        "samples": JSONText(cutStacks.count),
        "of": JSONText(cutStacks.all),
        "unwound": JSONText(unwoundStacks),
        "whole": JSONText(wholeStacks),
        "modules": JSONText(
          cutStacks.modules.map { ["name": JSONText($0.name), "samples": JSONText($0.count)] }
        ),
      ],
      "singleEvents": JSONText(profile.notes.first { $0.name == Profile.singleEvents }?.value),
      "timing": [
        "events": JSONText(timedCount),
        "intervals": JSONText(watch.intervals),
        "intervalCostNanoseconds": JSONText(watch.costNanoseconds),
        "counterStepNanoseconds": JSONText(watch.stepNanoseconds),
        "ownNanoseconds": JSONText(watch.ownNanoseconds),
        "runNanoseconds": JSONText(watch.runNanoseconds),
        "lostIntervals": JSONText(watch.lostIntervals),
        "clock": JSONText(watch.usesCounter ? "counter" : "system"),
      ],
      "overhead": [
        "sampling": json(sampling),
        "timing": json(timing),
      ],
    ]
  }

  /// The functions of the dispatching thread at work; null if nothing was sampled.
  private var workJSON: JSONText {
    guard !profile.samples.isEmpty else { return .null }
    let work = work
    return [
      "samples": JSONText(work.count),
      "idleSamples": JSONText(work.idleCount),
      "otherThreads": JSONText(work.otherCount),
      "functions": JSONText(work.profile.functions.filter { $0.count > 0 }.map { json($0) }),
    ]
  }

  private var samplingJSON: JSONText {
    guard let sampling = profile.sampling else { return .null }
    return [
      "periodNanoseconds": JSONText(sampling.period),
      "due": JSONText(sampling.due),
      "delivered": JSONText(sampling.delivered),
      "dropped": JSONText(sampling.dropped),
      "folded": JSONText(folded),
      "missing": JSONText(sampling.missing(folded: folded)),
      "threads": JSONText(
        profile.threads.indices.map { index in
          let own = profile.samples.filter { $0.thread == index }
          return [
            "name": JSONText(profile.threads[index].name),
            "samples": JSONText(own.reduce(0) { $0 + $1.count }),
            "waiting": JSONText(own.reduce(0) { $0 + ($1.isWaiting ? $1.count : 0) }),
          ]
        }
      ),
    ]
  }

  private func json(_ time: StageTime) -> JSONText {
    [
      "command": time.command.map { JSONText($0) } ?? .null,
      "stage": JSONText(time.stage),
      "handler": time.handler.map { JSONText($0) } ?? .null,
      "count": JSONText(time.count),
      "totalNanoseconds": JSONText(time.total),
      "meanNanoseconds": JSONText(Double(time.total) / Double(max(1, time.count))),
      "share": time.isBeside ? .null : JSONText(share(time)),
      "p50Nanoseconds": JSONText(time.percentiles.p50),
      "p90Nanoseconds": JSONText(time.percentiles.p90),
      "p99Nanoseconds": JSONText(time.percentiles.p99),
      "maxNanoseconds": JSONText(time.longest),
    ]
  }

  private func json(_ function: ProfiledFunction) -> JSONText {
    [
      "name": JSONText(function.frame.name),
      "symbol": JSONText(function.frame.symbol),
      "module": JSONText(function.frame.module),
      "file": function.frame.file.isEmpty ? .null : JSONText(function.frame.file),
      "line": function.frame.firstLine > 0 ? JSONText(function.frame.firstLine) : .null,
      "own": JSONText(function.ownCount),
      "total": JSONText(function.count),
    ]
  }

  /// Null where nothing was compared with anything.
  private func json(_ overhead: ProfileOverhead) -> JSONText {
    guard !isPaced, let median = overhead.median, let lower = overhead.lowerQuartile,
      let upper = overhead.upperQuartile
    else { return .null }
    return [
      "rounds": JSONText(overhead.rounds),
      "median": JSONText(median),
      "lowerQuartile": JSONText(lower),
      "upperQuartile": JSONText(upper),
    ]
  }
}
