import KymoText

/// Which commands of an app occur in the recordings of a corpus.
package struct CorpusCoverage: Equatable, Sendable {
  /// How often a command occurs.
  package struct Command: Equatable, Sendable {
    /// Its name.
    package var name: String
    /// How many of its events there are in all recordings; nil where only loads were run, which repeat them.
    package var events: Int64?
    /// In how many recordings it occurs.
    package var recordings: Int
  }

  /// The app.
  package var app: String
  /// Its commands, in the order of the app.
  package var commands: [Command]

  /// The commands that occur in no recording.
  package var uncovered: [String] { commands.filter { $0.recordings == 0 }.map(\.name) }

  /// The member of a report.
  var json: JSONText {
    [
      "app": JSONText(app),
      "commands": JSONText(
        commands.map {
          [
            "name": JSONText($0.name), "events": JSONText($0.events),
            "recordings": JSONText($0.recordings),
          ]
        }
      ),
      "uncovered": JSONText(uncovered.map { JSONText($0) }),
    ]
  }
}
