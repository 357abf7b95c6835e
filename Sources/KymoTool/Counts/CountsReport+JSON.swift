import KymoBench
import KymoReport
import KymoText

extension CountsReport {
  /// The report for programs; keys are added, never changed.
  ///
  /// Figures are totals over `countedEvents`, and null where they cannot be had.
  var json: JSONText {
    [
      "schema": "kymograph.counts/1",
      "program": JSONText(ToolContext.program),
      "valgrind": JSONText(valgrind),
      "recording": JSONText(recording),
      "app": JSONText(app),
      "mode": JSONText(mode),
      "fixedAddresses": JSONText(hasFixedAddresses),
      "valid": JSONText(repetition?.isValid ?? true),
      "repeatable": repetition.map { JSONText($0.isExact) } ?? .null,
      "repeatedInstructionsDiffer": JSONText(repetition?.instructions),
      "commands": JSONText(counts.filter { $0.name != nil }.map(Self.json)),
      "overall": counts.last.map(Self.json) ?? .null,
    ]
  }

  private static func json(_ command: CommandCounts) -> JSONText {
    var members = [
      JSONMember("name", JSONText(command.name ?? "all")),
      JSONMember("recordedEvents", JSONText(command.recorded)),
      JSONMember("countedEvents", JSONText(command.events)),
    ]
    for figure in CountedFigure.allCases {
      members.append(JSONMember(figure.rawValue, JSONText(command[figure].count)))
    }
    let perEvent = CountedFigure.allCases.map {
      JSONMember($0.rawValue, JSONText(command.perEvent($0)))
    }
    members.append(JSONMember("perEvent", .object(perEvent)))
    let reasons = CountedFigure.allCases.compactMap { figure in
      command[figure].reason.map { JSONMember(figure.rawValue, JSONText($0)) }
    }
    members.append(JSONMember("unavailable", .object(reasons)))
    return .object(members)
  }
}
