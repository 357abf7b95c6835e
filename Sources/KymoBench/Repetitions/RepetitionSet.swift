/// Several equal runs together: what they agree on, and how far they do not.
///
/// A process has its own layout of memory and its own luck, which no number of events within one run
/// shows. Percentiles are never averaged: those of all are taken from the merged histograms, see
/// ``LoadResult/init(merging:)``, and those of each run are observations with a spread.
public struct RepetitionSet {
  /// The runs, in the order in which they were made.
  public let all: [Repetition]
  /// How many were asked for; more than there are if somebody stopped them.
  public let wanted: Int

  /// Puts runs together.
  ///
  /// - Precondition: there are at most `wanted` of them.
  public init(_ all: [Repetition], wanted: Int) {
    precondition(all.count <= wanted, "\(all.count) repetitions are more than \(wanted)")
    self.all = all
    self.wanted = wanted
  }

  /// Why the figures must not be compared; empty if they may.
  public var reasons: [InvalidReason] {
    var reasons: [InvalidReason] = []
    if all.count < wanted {
      reasons.append(.reported(.complete, "stopped after \(all.count) of \(wanted) repetitions"))
    }
    for (index, repetition) in all.enumerated() {
      reasons += repetition.result.reasons.map {
        .reported($0.condition, "repetition \(index + 1): \($0)")
      }
      if repetition.digest != all[0].digest {
        reasons.append(
          .reported(
            .repeatable,
            "repetition \(index + 1): its digest differs from that of the first"
          )
        )
      }
    }
    return reasons
  }

  /// The report of a command by each repetition; nil for one in which it does not occur.
  public func reports(of command: String) -> [CommandReport?] {
    all.map { repetition in repetition.result.commands.first { $0.name == command } }
  }

  /// How far a figure of a command differs; nil unless every repetition has it.
  public func spread(
    of command: String,
    _ figure: (CommandReport) -> Int64?
  ) -> RepetitionSpread? {
    RepetitionSpread(reports(of: command).map { $0.flatMap(figure) })
  }
}
