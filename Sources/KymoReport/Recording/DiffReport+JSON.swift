public import KymoRecording
public import KymoText

extension DiffReport {
  /// The report as the document `kymograph.diff/1`.
  public var json: JSONText {
    [
      "schema": "kymograph.diff/1",
      "equal": JSONText(isEqual),
      "identical": JSONText(isIdentical),
      "interrupted": JSONText(wasStopped),
      "compared": [
        "messages": JSONText(messageCount), "unnumbered": JSONText(unnumbered),
        "metadata": JSONText(metadataCount), "attachments": JSONText(attachmentCount),
      ],
      "firstDifference": first.map(\.json) ?? .null,
      "channels": JSONText(
        channels.map { channel in
          [
            "topic": JSONText(channel.topic),
            "only": JSONText(channel.onlySide?.rawValue),
            "equal": JSONText(channel.equal), "changed": JSONText(channel.changed),
            "tolerated": JSONText(channel.tolerated),
            "missing": JSONText(channel.missing), "extra": JSONText(channel.extra),
            "fields": JSONText(channel.fields.map(\.json)),
            "toleratedFields": JSONText(channel.toleratedFields.map(\.json)),
          ]
        }
      ),
      "metadata": JSONText(metadata.map(\.json)),
      "attachments": JSONText(attachments.map(\.json)),
    ]
  }
}

extension DiffReport.First {
  fileprivate var json: JSONText {
    [
      "topic": JSONText(topic), "field": JSONText(field), "time": JSONText(time),
      "step": step.map { JSONText($0) } ?? .null,
      "numbers": [
        "first": numbers.first.map { JSONText($0) } ?? .null,
        "second": numbers.second.map { JSONText($0) } ?? .null,
      ],
      "values": values.map {
        ["first": JSONText($0.first), "second": JSONText($0.second)]
      } ?? .null,
    ]
  }
}

extension DiffReport.Pair {
  fileprivate var json: JSONText {
    ["name": JSONText(name), "first": JSONText(first), "second": JSONText(second)]
  }
}

extension FieldDifference {
  fileprivate var json: JSONText {
    [
      "field": JSONText(path), "count": JSONText(count),
      "largest": largest.map { $0.isFinite ? JSONText($0) : .null } ?? .null,
    ]
  }
}
