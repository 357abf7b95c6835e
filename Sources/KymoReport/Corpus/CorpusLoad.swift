package import KymoBench
import KymoText

/// The times of one build under one load, over all recordings.
package struct CorpusLoad {
  /// How far a figure differs between recordings.
  package struct Spread: Equatable, Sendable {
    /// The command.
    package var command: String
    /// The percentile, such as `p99`.
    package var percentile: String
    /// How many recordings have enough events for it.
    package var recordings: Int
    /// The lowest, the median and the highest, in ns.
    package var range: RepetitionSpread
    /// The recording with the highest.
    package var worst: String
  }

  /// The name of the build.
  package let build: String
  /// The command of the task.
  package let words: [String]
  /// Everything that was measured together, as if it were one run.
  package let union: LoadResult
  /// Of what.
  package let context: ExportContext
  /// How many recordings are in it.
  package let recordings: Int
  /// How far the figures of single recordings differ.
  package let spreads: [Spread]
  /// The recording during which others used most of its machine, and which share; nil if nobody knows.
  package let busiest: (recording: String, othersShare: Double, stealShare: Double)?

  /// Finds the spreads of single runs, each with the path of its recording.
  static func spreads(_ runs: [(recording: String, result: LoadResult)]) -> [Spread] {
    var names: [String] = []
    for command in runs.flatMap(\.result.commands) where !names.contains(command.name) {
      names.append(command.name)
    }
    let figures: [(String, (LatencySummary) -> Int64?)] = [("p50", \.p50), ("p99", \.p99)]
    return names.flatMap { name in
      figures.compactMap { percentile, figure in
        let known = runs.compactMap { run -> (recording: String, value: Int64)? in
          let command = run.result.commands.first { $0.name == name }
          return command.flatMap { figure($0.response) }.map { (run.recording, $0) }
        }
        guard let range = RepetitionSpread(known.map(\.value)),
          let worst = known.first(where: { $0.value == range.highest })
        else { return nil }
        return Spread(
          command: name,
          percentile: percentile,
          recordings: known.count,
          range: range,
          worst: worst.recording
        )
      }
    }
  }

  /// The member of a report.
  var json: JSONText {
    [
      "build": JSONText(build),
      "command": JSONText(words.map { JSONText($0) }),
      "recordings": JSONText(recordings),
      "digest": JSONText(context.digest),
      "valid": JSONText(union.valid),
      "commands": JSONText(
        union.commands.map { command in
          [
            "name": JSONText(command.name),
            "count": JSONText(command.count),
            "responseNanoseconds": JSONExport.json(command.response, all: true),
            "serviceNanoseconds": JSONExport.json(command.service, all: false),
          ]
        }
      ),
      "spread": JSONText(
        spreads.map {
          [
            "command": JSONText($0.command), "percentile": JSONText($0.percentile),
            "recordings": JSONText($0.recordings), "lowest": JSONText($0.range.lowest),
            "median": JSONText($0.range.median), "highest": JSONText($0.range.highest),
            "worst": JSONText($0.worst),
          ]
        }
      ),
      "busiest": busiest.map {
        [
          "recording": JSONText($0.recording), "othersShare": JSONText($0.othersShare),
          "stealShare": JSONText($0.stealShare),
        ]
      } ?? .null,
    ]
  }
}
