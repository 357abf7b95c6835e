import KymoBench
import KymoText

extension LimitsFile {
  /// The file, with a line for each limit; equal limits give equal text, and reading it gives them back.
  public var text: String {
    var lines = ["{"]
    if let schemaReference {
      lines.append("  \"$schema\": \(Self.line(.string(schemaReference))),")
    }
    lines.append("  \"schema\": \(Self.line(.string(Self.schema))),")
    if let note { lines.append("  \"note\": \(Self.line(.string(note))),") }
    lines.append("  \"recordings\": [")
    for (index, recording) in recordings.enumerated() {
      lines.append("    {")
      lines += Self.members(recording).map { name, value in
        "      \(Self.line(name)): \(Self.line(value)),"
      }
      lines.append("      \"limits\": [")
      for (place, limit) in recording.limits.enumerated() {
        let separator = place + 1 < recording.limits.count ? "," : ""
        lines.append("        \(Self.line(Self.json(limit)))\(separator)")
      }
      lines.append("      ]")
      lines.append(index + 1 < recordings.count ? "    }," : "    }")
    }
    return (lines + ["  ]", "}", ""]).joined(separator: "\n")
  }

  private static func members(_ recording: RecordingLimits) -> [(JSONText, JSONText)] {
    var members: [(JSONText, JSONText)] = [
      ("recording", JSONText(recording.recording)), ("digest", JSONText(recording.digest)),
      ("app", JSONText(recording.app)),
    ]
    if let mode = recording.mode { members.append(("mode", JSONText(mode))) }
    if let note = recording.note { members.append(("note", JSONText(note))) }
    return members
  }

  private static func json(_ limit: FigureLimit) -> JSONText {
    var members = [
      JSONMember("command", JSONText(limit.subject)),
      JSONMember("figure", JSONText(limit.figure.description)),
      JSONMember("limit", JSONText(limit.value)),
      JSONMember("unit", JSONText(limit.figure.unit)),
    ]
    switch limit.tolerance {
    case .amount(0): break
    case .amount(let amount): members.append(JSONMember("tolerance", JSONText(amount)))
    case .percent(let percent):
      members.append(JSONMember("tolerance", JSONText("\(NumberText.shortest(percent))%")))
    }
    switch limit.condition {
    case .rate(let rate)?: members.append(JSONMember("rate", JSONText(rate)))
    case .unpaced?: members.append(JSONMember("pace", "none"))
    case .objectives(let objectives)?:
      members.append(JSONMember("objectives", JSONText(objectives.map { JSONText($0) })))
    case nil: break
    }
    if let note = limit.note { members.append(JSONMember("note", JSONText(note))) }
    return .object(members)
  }

  /// A value on one line, as people write it.
  private static func line(_ value: JSONText) -> String {
    switch value {
    case .object(let members):
      "{ "
        + members.map { "\(line(.string($0.key))): \(line($0.value))" }.joined(separator: ", ")
        + " }"
    case .array(let values): "[" + values.map(line).joined(separator: ", ") + "]"
    default: value.line
    }
  }
}
