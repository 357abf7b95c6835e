import KymoBench
import KymoCommandLine
import KymoReport
import KymoText
import KymoTrials

extension CountsReport {
  /// The report for programs; keys are added, never changed.
  ///
  /// Figures are totals over `countedEvents`, and null where they cannot be had.
  var json: JSONText {
    let report: JSONText = [
      "schema": JSONText(CountsBaseline.schema),
      "program": JSONText(ToolContext.program),
      "valgrind": JSONText(valgrind),
      "recording": JSONText(recording),
      "app": JSONText(app),
      "mode": JSONText(mode),
      "recordingDigest": JSONText(subject.digest),
      "processorFeatures": subject.features?.json ?? .null,
      "fixedAddresses": JSONText(hasFixedAddresses),
      "valid": JSONText(isValid),
      "repeatable": repetition.map { JSONText($0.isExact) } ?? .null,
      "repeatedInstructionsDiffer": JSONText(repetition?.instructions),
      "commands": JSONText(counts.filter { $0.name != nil }.map(Self.json)),
      "overall": overall.map(Self.json) ?? .null,
      "raised": JSONText(raised.map { JSONText($0) }),
    ]
    guard case .object(var members) = report else { return report }
    if let limits { members.append(JSONMember("limits", limits.json)) }
    if let (baseline, changes) = comparison {
      members.append(JSONMember("baseline", baseline.json(changes)))
    }
    return .object(members)
  }

  /// All together; nil for functions, which are not.
  private var overall: CommandCounts? {
    counts.count == 1 || !recording.isEmpty ? counts.last : nil
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
