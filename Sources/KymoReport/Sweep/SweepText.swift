package import KymoBench

/// The words for a sweep, in the terminal and on the page alike; each writes times in its own way.
package struct SweepText {
  private let time: (Int64) -> String

  /// Writes times in ns as `time` does.
  package init(time: @escaping (Int64) -> String) { self.time = time }

  /// The objectives in words.
  package func objectives(_ objectives: [LatencyObjective]) -> String {
    objectives.map { objective in
      "\(objective.percentile.rawValue) of \(objective.subject) at "
        + "\(time(objective.limitNanoseconds)) or less"
    }.joined(separator: ", ")
  }

  /// Why a step was not kept.
  package func shortcomings(of step: SweepStep) -> String {
    step.shortcomings.map(words).joined(separator: "; ")
  }

  private func words(_ shortcoming: SweepShortcoming) -> String {
    guard case .tooSlow(let objective, let value) = shortcoming else { return "\(shortcoming)" }
    return "\(objective.percentile.rawValue) of \(objective.subject) is \(time(value))"
  }
}
