import KymoBridge
import KymoText

/// The result of one task, as the process that ran it wrote it down.
package struct CorpusResult: Equatable, Sendable {
  /// The value of the first member.
  package static let schema = "kymograph.corpus-result/1"
  /// The largest file that is read, in bytes.
  package static let maximumBytes = 1 << 26

  /// The task's ``CorpusTask/id``.
  package var taskID: String
  /// Its recording, as the manifest names it.
  package var recording: String
  /// The hash that tells the recording's content from others.
  package var content: String
  /// The name of the build.
  package var build: String
  /// The identity that tells the build from others.
  package var buildIdentity: String
  /// The command.
  package var words: [String]
  /// The verdict on the task.
  package var verdict: CorpusVerdict
  /// Why it failed or is not valid; nil if it was measured.
  package var message: String?
  /// How often it was tried.
  package var attempts: Int
  /// How long the last try took, in s.
  package var seconds: Double
  /// Where, and who else used the machine.
  package var neighbours: CorpusNeighbours
  /// The report of the build, a JSON object; nil if it failed.
  package var report: String?

  /// Writes down what became of a task.
  package init(
    _ task: CorpusTask,
    _ verdict: CorpusVerdict,
    message: String? = nil,
    attempts: Int,
    seconds: Double,
    neighbours: CorpusNeighbours,
    report: String?
  ) {
    taskID = task.id
    recording = task.recording.path
    content = task.recording.content
    build = task.build.name
    buildIdentity = task.build.identity
    words = task.words
    self.verdict = verdict
    self.message = message
    self.attempts = attempts
    self.seconds = seconds
    self.neighbours = neighbours
    self.report = report
  }

  /// For people: the recording, the build, the command.
  package var name: String { "\(recording), \(build), \(words.joined(separator: " "))" }

  /// The result as it is written; the report stands in it as the build wrote it.
  package var text: String {
    let head: JSONText = [
      "schema": JSONText(Self.schema),
      "task": [
        "id": JSONText(taskID), "recording": JSONText(recording), "content": JSONText(content),
        "build": JSONText(build), "buildIdentity": JSONText(buildIdentity),
        "command": JSONText(words.map { JSONText($0) }),
      ],
      "verdict": JSONText(verdict.rawValue),
      "message": JSONText(message),
      "attempts": JSONText(attempts),
      "seconds": JSONText(seconds),
      "machine": neighbours.json,
    ]
    var report = report ?? "null"
    while report.last?.isNewline == true { report.removeLast() }
    // Without the brace and the newline at its end.
    return head.text.dropLast(3) + ",\n  \"report\": \(report)\n}\n"
  }

  /// Reads what ``text`` wrote.
  ///
  /// - Throws: what is wrong with it, such as that its end is missing.
  package init(text: String) throws(CorpusError) {
    self = try CorpusError.reading(text) { try Self($0) }
  }

  private init(_ reader: consuming ReportReader) throws {
    let root = reader.root
    guard reader.schema == Self.schema else {
      throw CorpusError.schema(found: reader.schema, wanted: Self.schema)
    }
    guard let task = reader.document.member("task", of: root),
      let machine = reader.document.member("machine", of: root),
      let reported = reader.document.member("report", of: root)
    else { throw CorpusError.member("task") }
    taskID = try reader.text("id", of: task)
    recording = try reader.text("recording", of: task)
    content = try reader.text("content", of: task)
    build = try reader.text("build", of: task)
    buildIdentity = try reader.text("buildIdentity", of: task)
    words = try reader.list("command", of: task).compactMap { reader.document.string(of: $0) }
    guard let verdict = CorpusVerdict(rawValue: try reader.text("verdict", of: root)) else {
      throw CorpusError.member("verdict")
    }
    self.verdict = verdict
    message = reader.textIfThere("message", of: root)
    attempts = try reader.count("attempts", of: root)
    seconds = try reader.number("seconds", of: root)
    neighbours = try CorpusNeighbours(reader, machine)
    report =
      reader.document.kind(of: reported) == .object
      ? reader.document.withRawText(of: reported) { String(copying: $0) } : nil
  }
}
