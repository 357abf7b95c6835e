import KymoBench
import KymoCore
package import KymoText

extension CorpusSummary {
  /// The value of the first member.
  package static let schema = "kymograph.corpus-merge/1"

  /// The report for programs; keys are added, never changed.
  ///
  /// But for `loads` and `times` there is no time in it: whoever ran the tasks, wherever, gets equal bytes.
  package var json: JSONText {
    [
      "schema": JSONText(Self.schema),
      "verdict": JSONText(verdict.rawValue),
      "regressions": JSONText(regressions.map { JSONText($0) }),
      "recordings": JSONText(manifest.recordings.count),
      "builds": JSONText(manifest.builds.map { JSONText($0.name) }),
      "tasks": [
        "planned": JSONText(manifest.taskCount),
        "measured": JSONText(measured),
        "missing": JSONText(missing.map { JSONText($0) }),
        "failed": Self.json(failed),
        "invalid": Self.json(invalid),
        "partial": Self.json(partial),
        "broken": Self.json(broken),
        "doubled": Self.json(doubled),
        "foreign": Self.json(foreign),
        "unreadable": Self.json(unreadable),
      ],
      "diverged": Self.json(diverged),
      "differing": Self.json(differing),
      "replays": JSONText(replays.map(Self.json)),
      "coverage": JSONText(coverage.map(\.json)),
      "counts": JSONText(counts.map(\.json)),
      "loads": JSONText(loads.map(\.json)),
      "times": JSONText(times.map(\.json)),
      "threshold": JSONText(threshold),
    ]
  }

  private static func json(_ remarks: [Remark]) -> JSONText {
    JSONText(remarks.map { ["name": JSONText($0.name), "text": JSONText($0.text)] })
  }

  private static func json(_ replays: Replays) -> JSONText {
    [
      "build": JSONText(replays.build),
      "command": JSONText(replays.words.map { JSONText($0) }),
      "recordings": JSONText(replays.recordings),
      "events": JSONText(replays.events),
      "digest": JSONText(replays.digest),
      "commands": JSONText(
        replays.counts.map { count in
          .object(
            [
              JSONMember("name", JSONText(count.name)),
              JSONMember("count", JSONText(count.byStatus.reduce(0, +))),
            ]
              + zip(OutcomeStatus.allCases, count.byStatus).map {
                JSONMember("\($0)", JSONText($1))
              }
          )
        }
      ),
    ]
  }
}
