import KymoMCAP
public import KymoRecording
public import KymoText

extension LineageStep {
  /// The step as a value.
  public var json: JSONText {
    [
      "operation": JSONText(operation),
      "sources": JSONText(
        sources.map { source in
          [
            "name": JSONText(source.name), "bytesDigest": JSONText(source.bytesDigest),
            "digest": JSONText(source.digest),
            "madeBy": source.madeBy.map { JSONText($0) } ?? .null,
            "offsetNanoseconds": JSONText(source.offsetNanoseconds),
          ]
        }
      ),
      "details": .object(details.entries.map { JSONMember($0.key, JSONText($0.value)) }),
    ]
  }
}
