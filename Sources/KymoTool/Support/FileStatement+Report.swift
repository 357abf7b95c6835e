import KymoRecording
import KymoText

extension FileStatement {
  /// The lines of `kymo import` on a file that is not left out; the rest is among the notes.
  var lines: [String] {
    guard use != .skipped else { return [] }
    var lines: [String] = []
    switch use {
    case .rows:
      lines.append("  file      \(file): \(rows) rows for \(topics.joined(separator: ", "))")
    case .facts: lines.append("  file      \(file): facts about the recording")
    case .skipped: break
    }
    if let clock { lines.append("  clock     \(file): \(clock.text)") }
    let used = columns.filter { $0.use != nil }.map(\.name)
    if !used.isEmpty { lines.append("  columns   \(file): \(used.joined(separator: ", "))") }
    let unused = columns.filter { $0.use == nil }
    if !unused.isEmpty {
      let names = unused.map { column in
        column.reason.map { $0 == "unknown" ? column.name : "\(column.name) (\($0))" }
          ?? column.name
      }
      lines.append("  unused    \(file): \(names.joined(separator: ", "))")
    }
    return lines.map { line in
      String(line.map { $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
    }
  }

  /// The same for programs.
  var json: JSONText {
    [
      "file": JSONText(file), "use": JSONText(use.rawValue),
      "topics": JSONText(topics.map { JSONText($0) }), "rows": JSONText(rows),
      "columns": JSONText(
        columns.map { column in
          [
            "name": JSONText(column.name), "use": JSONText(column.use),
            "reason": JSONText(column.reason),
          ]
        }
      ),
      "clock": clock.map { clock in
        [
          "column": JSONText(clock.column), "unit": JSONText(clock.unit.rawValue),
          "origin": JSONText(clock.origin.rawValue),
          "evidence": JSONText(clock.evidence.map { JSONText($0) }),
          "assumed": JSONText(clock.isAssumed),
        ]
      } ?? .null,
      "reason": JSONText(reason),
    ]
  }
}
