import KymoCommandLine
import KymoMCAP
import KymoRecording

/// A part of an import that was read: events on their way, and what is to be said about its files.
struct ImportPart {
  /// The events.
  var feed: any SessionFeed
  /// A statement on every file.
  var files: [FileStatement] = []
  /// The repairs, by file.
  var repairs: [Repair] = []
  /// Other remarks, by file.
  var notes: [ImportNote] = []
  /// Why the part ends too early, after what counts; nil if it is whole.
  var problem: CommandFailure?

  /// What is to be said, as the record that a recording of it carries.
  var record: MCAPMetadata { ImportRecord(files: files, repairs: repairs, notes: notes).record }

  /// Notes something about its only file.
  mutating func note(_ topic: ImportNote.Topic, _ text: String, count: UInt64 = 1) {
    notes.append(
      ImportNote(
        topic: topic,
        file: files[0].file,
        line: 1,
        count: Int(clamping: count),
        explanation: text
      )
    )
  }

  /// Notes a file beside it that is left out.
  mutating func leaveOut(_ file: String, _ reason: String) {
    files.append(FileStatement(file: file, use: .skipped, reason: reason))
    notes.append(
      ImportNote(topic: .fileNotImported, file: file, line: 1, count: 1, explanation: reason)
    )
  }

  /// Notes which channels several parts have: their events are put together.
  static func noteShared(_ parts: inout [ImportPart], _ groups: [ImportGroup]) {
    for place in parts.indices.dropFirst() {
      // Two parts of one file may say the same of it.
      let said = parts[..<place].flatMap(\.notes)
      parts[place].notes.removeAll { said.contains($0) }
      for topic in parts[place].feed.topics {
        guard let first = parts[..<place].firstIndex(where: { $0.feed.topics.contains(topic) })
        else { continue }
        parts[place].notes.append(
          ImportNote(
            topic: .assumption,
            file: groups[place].paths[0],
            line: 1,
            count: 1,
            explanation:
              "\(groups[first].name) has \(topic), too: the events of both are put together."
          )
        )
      }
    }
  }
}
