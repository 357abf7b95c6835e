import KymoCore
import KymoHistogram
import KymoMCAP
public import KymoRecording
public import KymoText

extension RecordingSurvey {
  /// The survey as the document `kymograph.inspect/1`.
  ///
  /// - Parameter series: the place of the recording among other files; nil if it is alone.
  /// - Returns: the document.
  public func json(_ series: SeriesPlace? = nil) -> JSONText {
    [
      "schema": "kymograph.inspect/1",
      "complete": JSONText(problem == nil && !wasInterrupted),
      "finished": JSONText(isFinished),
      "problem": JSONText(problem?.message),
      "errors": JSONText(report.errorCount),
      "warnings": JSONText(report.warningCount),
      "events": JSONText(events),
      "unreadableRequests": JSONText(unreadableRequests),
      "durationSeconds": JSONText(durationSeconds),
      "digest": JSONText(file.result.map { TraceDigest.text($0.digest) }),
      "origin": JSONText(file.description?.origin),
      "deviceName": JSONText(file.description?.device),
      "seed": file.description?.seed.map { JSONText($0) } ?? .null,
      "channels": JSONText(
        channels.map { channel in
          [
            "topic": JSONText(channel.topic), "schema": JSONText(channel.schema),
            "role": JSONText(channel.role.name),
            "count": JSONText(channel.count), "ratePerSecond": JSONText(channel.rate),
            "first": channel.count > 0 ? JSONText(channel.first) : .null,
            "last": channel.count > 0 ? JSONText(channel.last) : .null,
            "longestGapSeconds": JSONText(Double(channel.longestGap) / 1e9),
            "jitterSeconds": JSONText(channel.jitterNanoseconds.map { $0 / 1e9 }),
            "outOfOrder": JSONText(channel.backwardSteps),
          ]
        }
      ),
      "commands": JSONText(
        commands.map { command in
          var members = [
            JSONMember("name", JSONText(command.name)),
            JSONMember("count", JSONText(command.count)),
          ]
          for (status, count) in zip(OutcomeStatus.allCases, command.byStatus ?? []) {
            members.append(JSONMember("\(status)", JSONText(count)))
          }
          return .object(members)
        }
      ),
      "replies": JSONText(
        replies.commands.map {
          [
            "name": JSONText(name(of: $0.command)), "count": JSONText($0.times.totalCount),
            "logicalNanoseconds": [
              "p50": JSONText($0.times.value(atPercentile: 50)), "max": JSONText($0.times.max),
            ],
          ]
        }
      ),
      "dialogs": dialogsJSON,
      "device": .object(
        (file.result?.counters ?? []).map { JSONMember($0.name, JSONText($0.count)) }
      ),
      "losses": JSONText(
        file.losses.map {
          ["place": JSONText($0.place), "count": JSONText($0.count)]
        }
      ),
      "lineage": JSONText(file.lineage.map(\.json)),
      "series": series?.json ?? .null,
      "imports": JSONText(imports.map(\.json)),
      "attachments": attachmentsJSON,
    ]
  }

  private var dialogsJSON: JSONText {
    JSONText(
      dialogs.dialogs.map {
        [
          "time": JSONText($0.time), "kind": JSONText($0.kind), "text": JSONText($0.text),
          "offer": JSONText($0.offer), "answer": $0.answer.json,
        ]
      }
    )
  }

  private var attachmentsJSON: JSONText {
    JSONText(
      file.scan.attachments.map {
        [
          "name": JSONText($0.name), "mediaType": JSONText($0.mediaType),
          "bytes": JSONText($0.dataSize),
        ]
      }
    )
  }
}

extension DialogSurvey.Dialog.Answer {
  /// As a value: true, false, a text, or null.
  package var json: JSONText {
    switch self {
    case .none: .null
    case .choice(let isConfirmed): JSONText(isConfirmed)
    case .text(let text): JSONText(text)
    }
  }
}

extension ChannelUse {
  /// The name in the document.
  package var name: String {
    switch self {
    case .input: "input"
    case .unhandled: "no handler"
    case .passed: "passed"
    case .output: "output"
    case .leftOut: "left out"
    }
  }
}
