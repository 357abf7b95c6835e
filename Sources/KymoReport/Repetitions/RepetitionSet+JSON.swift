import KymoBench
import KymoText

extension RepetitionSet {
  /// A row for each repetition; ``JSONExport`` has what they come to together.
  var json: JSONText {
    JSONText(
      all.map { repetition in
        let result = repetition.result
        return [
          "valid": JSONText(result.valid),
          "reasons": JSONText(result.reasons.map { JSONText("\($0)") }),
          "digest": JSONText(repetition.digest),
          "offeredRate": JSONText(result.offered.rate),
          "achievedRate": JSONText(result.measured.rate),
          "commands": JSONText(result.commands.map(Self.json)),
        ]
      }
    )
  }

  /// The figures of a command in one of several runs.
  static func json(_ command: CommandReport) -> JSONText {
    [
      "name": JSONText(command.name),
      "count": JSONText(command.count),
      "responseNanoseconds": JSONExport.json(command.response, all: true),
      "serviceNanoseconds": JSONExport.json(command.service, all: false),
      "replyNanoseconds": JSONExport.json(command.reply, all: true),
      "missedDeadlines": JSONText(command.missedDeadlines),
    ]
  }

  /// How far a figure of a command differs; null unless every repetition has it.
  func json(of command: String, _ figure: (CommandReport) -> Int64?) -> JSONText {
    Self.json(spread(of: command, figure))
  }

  /// How far a figure differs; null unless every repetition has it.
  static func json(_ spread: RepetitionSpread?) -> JSONText {
    guard let spread else { return .null }
    return [
      "min": JSONText(spread.lowest), "median": JSONText(spread.median),
      "max": JSONText(spread.highest),
    ]
  }
}
