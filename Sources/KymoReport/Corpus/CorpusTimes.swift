package import KymoBench
import KymoText

/// A percentile of one build beside that of another, recording by recording.
///
/// Pairs are two processes, one after the other at best: what the machine did in between is in the ratio. So this says
/// how large a change is and with what bounds, and judges only where a threshold was asked for; `kymo gate` measures
/// in turns, with controls.
package struct CorpusTimes: Equatable, Sendable {
  /// With what probability, at most, a bound is on the wrong side.
  package static let error = 0.005

  /// The command.
  package var command: String
  /// The percentile, such as `p99`.
  package var percentile: String
  /// The median of the recordings' ratios of head to base, with bounds; nil if there are too few for that.
  package var interval: RatioInterval?
  /// How many recordings have the figure from both builds, valid and on equal machines.
  package var pairs: Int
  /// How many have it from machines that differ, and were set aside.
  package var setAside: Int

  /// Whether the change is above a threshold, such as 0.1 for 10 %, whatever the error of the bound lets through.
  package func isAbove(_ threshold: Double) -> Bool {
    interval.map { $0.low > 1 + threshold } ?? false
  }

  /// The member of a report.
  var json: JSONText {
    [
      "command": JSONText(command), "percentile": JSONText(percentile),
      "pairs": JSONText(pairs), "setAside": JSONText(setAside),
      "ratio": JSONText(interval?.ratio), "low": JSONText(interval?.low),
      "high": JSONText(interval?.high), "error": JSONText(interval?.error),
    ]
  }
}
