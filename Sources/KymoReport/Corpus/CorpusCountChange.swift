package import KymoBench
import KymoText

/// Something that is counted in two builds, over all recordings: exact, so any excess is one.
package struct CorpusCountChange: Equatable, Sendable {
  /// The command.
  package var command: String
  /// The counted figure.
  package var figure: String
  /// The sums over all recordings that both builds counted.
  package var total: CountComparison
  /// How many recordings those are.
  package var recordings: Int
  /// The recordings in which head has more than is allowed, in their order.
  package var regressed: [String]
  /// Of those, the one with the highest ratio; nil if there is none.
  package var worst: String?

  /// The member of a report.
  var json: JSONText {
    [
      "command": JSONText(command), "figure": JSONText(figure),
      "base": JSONText(total.base), "head": JSONText(total.head),
      "events": JSONText(total.events), "recordings": JSONText(recordings),
      "regressed": JSONText(regressed.map { JSONText($0) }), "worst": JSONText(worst),
    ]
  }
}
