import KymoHistogram
import KymoText

extension RepetitionSet {
  /// The repetitions as JSON, with the versioned schema `kymograph.repetitions/1`.
  ///
  /// - Parameters:
  ///   - recording: the recording whose events were offered, as the user named it.
  ///   - wanted: how many repetitions were asked for; more than there are if they were interrupted.
  /// - Returns: a document that ends in a newline.
  public func json(recording: String, wanted: Int) -> String {
    let report: JSONText = [
      "schema": "kymograph.repetitions/1",
      "valid": JSONText(reasons.isEmpty && wanted == repetitions.count),
      "interrupted": JSONText(repetitions.count < wanted),
      "reasons": JSONText(reasons.map { JSONText($0) }),
      "recording": JSONText(recording),
      "wanted": JSONText(wanted),
      "repetitions": JSONText(repetitions.map(Self.json)),
      "commands": JSONText(commands.map(Self.json)),
    ]
    return report.text
  }

  private static func json(_ repetition: Repetition) -> JSONText {
    [
      "valid": JSONText(repetition.isValid),
      "reasons": JSONText(repetition.reasons.map { JSONText($0) }),
      "digest": JSONText(repetition.digest),
      "offeredRate": JSONText(repetition.offeredRate),
      "achievedRate": JSONText(repetition.achievedRate),
      "commands": JSONText(
        repetition.commands.map { command in
          [
            "name": JSONText(command.name),
            "count": JSONText(command.response.totalCount),
            "responseNanoseconds": JSONExport.json(LatencySummary(command.response), all: true),
            "serviceNanoseconds": JSONExport.json(LatencySummary(command.service), all: false),
          ]
        }
      ),
    ]
  }

  private static func json(_ command: Command) -> JSONText {
    [
      "name": JSONText(command.name),
      "count": JSONText(command.response.count),
      "responseNanoseconds": JSONExport.json(command.response, all: true),
      "serviceNanoseconds": JSONExport.json(command.service, all: false),
      "p50Nanoseconds": json(command.p50),
      "p99Nanoseconds": json(command.p99),
      "responseHistogram": JSONText(Base64.encode(command.responseHistogram.encodedV2Compressed())),
      "serviceHistogram": JSONText(Base64.encode(command.serviceHistogram.encodedV2Compressed())),
    ]
  }

  private static func json(_ spread: RepetitionSpread?) -> JSONText {
    guard let spread else { return .null }
    return [
      "min": JSONText(spread.lowest), "median": JSONText(spread.median),
      "max": JSONText(spread.highest),
    ]
  }
}
