import KymoBench
import KymoText

/// The slowest events and the hiccups as members of ``JSONExport``.
enum TailJSON {
  /// The array of the slowest events; null if nobody asked for them.
  static func tail(_ events: [TailEvent]?) -> JSONText {
    guard let events else { return .null }
    return JSONText(events.enumerated().map { json($1, rank: $0 + 1) })
  }

  /// The stalls that the tail consists of; null if nobody asked for it.
  static func stalls(_ stalls: TailStalls?) -> JSONText {
    guard let stalls else { return .null }
    return [
      "thresholdNanoseconds": JSONText(TailStalls.threshold),
      "count": JSONText(stalls.count),
      "delayedEvents": JSONText(stalls.delayedCount),
      "longest": JSONText(
        stalls.longest.map {
          [
            "dueNanoseconds": JSONText($0.dueNanoseconds),
            "nanoseconds": JSONText($0.nanoseconds),
            "delayedEvents": JSONText($0.delayedCount),
            "cause": JSONText($0.cause.name),
            "causeText": JSONText($0.cause.text { QuantityLabel.time($0) }),
          ]
        }
      ),
    ]
  }

  /// Returns the observations of the hiccup thread; null if there was none.
  static func hiccups(_ report: HiccupReport?) -> JSONText {
    guard let report else { return .null }
    return [
      "intervalNanoseconds": JSONText(report.intervalNanoseconds),
      "looks": JSONText(report.count),
      "processorNanoseconds": JSONText(report.processorNanoseconds),
      "latenessNanoseconds": JSONExport.json(report.lateness, all: true),
      "thresholdNanoseconds": JSONText(HiccupReport.threshold),
      "count": JSONText(report.hiccupCount),
      "longest": JSONText(
        report.longest.map {
          [
            "startNanoseconds": JSONText($0.startNanoseconds),
            "nanoseconds": JSONText($0.nanoseconds),
          ]
        }
      ),
      "counters": json(report.counters),
    ]
  }

  private static func json(_ event: TailEvent, rank: Int) -> JSONText {
    [
      "rank": JSONText(rank),
      "event": JSONText(event.index),
      "command": JSONText(event.command),
      "dueNanoseconds": JSONText(event.dueNanoseconds),
      "responseNanoseconds": JSONText(event.responseNanoseconds),
      "serviceNanoseconds": JSONText(event.serviceNanoseconds),
      "slipNanoseconds": JSONText(event.slipNanoseconds),
      "queued": JSONText(event.queuedCount),
      "waiting": JSONText(event.waitingCount),
      "busyEvents": JSONText(event.busyCount),
      "cause": JSONText(event.cause.name),
      "causeText": JSONText(event.cause.text { QuantityLabel.time($0) }),
      "behind": event.behind.map {
        [
          "event": JSONText($0.index), "command": JSONText($0.command),
          "serviceNanoseconds": JSONText($0.serviceNanoseconds),
        ]
      } ?? .null,
      "hiccupNanoseconds": JSONText(event.hiccupNanoseconds),
      "counters": event.counters.map(json) ?? .null,
      "around": JSONText(
        event.around.map {
          [
            "event": JSONText($0.index), "command": JSONText($0.command),
            "dueNanoseconds": JSONText($0.dueNanoseconds),
          ]
        }
      ),
    ]
  }

  private static func json(_ counters: SystemCounters) -> JSONText {
    [
      "involuntarySwitches": JSONText(counters.involuntarySwitches),
      "minorFaults": JSONText(counters.minorFaults),
      "majorFaults": JSONText(counters.majorFaults),
      "stealNanoseconds": JSONText(counters.stealNanoseconds),
      "dispatcherDelayNanoseconds": JSONText(counters.dispatcherDelayNanoseconds),
      "generatorDelayNanoseconds": JSONText(counters.generatorDelayNanoseconds),
    ]
  }
}
