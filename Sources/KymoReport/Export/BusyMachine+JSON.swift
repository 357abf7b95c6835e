package import KymoBench
package import KymoText

extension BusyMachine {
  /// The statements that can be made beside an invalid run, as a member of its JSON.
  package var json: JSONText {
    let (kept, failed) = bounds
    return [
      "advice": JSONText(advice.name),
      "askedRate": JSONText(askedRate),
      "keptRate": kept.map { JSONText($0) } ?? .null,
      "failedRate": failed.map { JSONText($0) } ?? .null,
      "trialNanoseconds": JSONText(Self.trialNanoseconds),
      "rounds": JSONText(roundCount),
      "commands": JSONText(services.map(Self.json)),
    ]
  }

  /// The highest rate that was kept in a trial, and the lowest that was not, in events/s.
  package var bounds: (kept: Double?, failed: Double?) {
    switch knee {
    case .between(let kept, let failed): (kept, failed)
    case .atLeast(let kept): (kept, nil)
    case .never(let lowest): (nil, lowest)
    case .unknown(let kept, let failed): (kept, failed)
    }
  }

  private static func json(_ service: FastestService) -> JSONText {
    [
      "name": JSONText(service.name),
      "count": JSONText(service.count),
      "fastestServiceNanoseconds": JSONText(service.fastest),
      "middleServiceNanoseconds": JSONText(service.middle),
      "slowestServiceNanoseconds": JSONText(service.slowest),
    ]
  }
}
