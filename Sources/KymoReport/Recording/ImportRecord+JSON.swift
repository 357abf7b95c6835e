public import KymoRecording
public import KymoText

extension ImportRecord {
  /// The record as a value.
  public var json: JSONText {
    [
      "fileCount": JSONText(fileCount),
      "repairCount": JSONText(repairCount),
      "noteCount": JSONText(noteCount),
      "files": JSONText(
        files.map { file in
          [
            "file": JSONText(file.name), "use": JSONText(file.use?.rawValue),
            "topics": JSONText(file.topics.map { JSONText($0) }), "rows": JSONText(file.rows),
            "clock": JSONText(file.clock), "unused": JSONText(file.unused.map { JSONText($0) }),
            "reason": JSONText(file.reason),
          ]
        }
      ),
      "repairs": JSONText(repairs.map(\.json)),
      "notes": JSONText(
        notes.map { note in
          [
            "topic": JSONText(note.topic), "file": JSONText(note.file),
            "line": JSONText(note.line), "count": JSONText(note.count),
            "explanation": JSONText(note.explanation),
          ]
        }
      ),
    ]
  }
}

extension Repair {
  /// The repair as a value.
  public var json: JSONText {
    [
      "rule": JSONText(rule.rawValue), "file": JSONText(file), "line": JSONText(line),
      "count": JSONText(count), "explanation": JSONText(explanation),
    ]
  }
}
