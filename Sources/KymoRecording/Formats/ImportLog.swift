/// Collects what an import did, changed and noticed; in strict mode the first change is an error.
public struct ImportLog: Sendable {
  /// Whether a repair is an error.
  public let isStrict: Bool
  /// The repairs so far; those of one rule and file are one.
  public private(set) var repairs: [Repair] = []
  /// The notes so far.
  public private(set) var notes: [ImportNote] = []

  /// A statement on each file so far.
  public private(set) var files: [FileStatement] = []

  /// Starts without repairs and notes.
  public init(isStrict: Bool) { self.isStrict = isStrict }

  /// Counts a repair; the line and the explanation of the first one of its rule in its file stay.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  /// - Complexity: O(*n*), where *n* is the number of kinds of repairs in all files so far.
  public mutating func repair(
    _ rule: RepairRule,
    file: String,
    line: Int,
    count: Int = 1,
    explanation: String? = nil
  ) throws(ImportError) {
    if let index = repairs.lastIndex(where: { $0.rule == rule && $0.file == file }) {
      repairs[index].count += count
      return
    }
    let repair = Repair(
      rule: rule,
      file: file,
      line: line,
      count: count,
      explanation: explanation ?? rule.explanation
    )
    if isStrict { throw .repairRefused(repair) }
    repairs.append(repair)
  }

  /// States what becomes of a file; a further statement about the same file completes the first.
  ///
  /// - Complexity: O(*n*), where *n* is the number of files so far.
  public mutating func state(_ statement: FileStatement) {
    guard let index = files.firstIndex(where: { $0.file == statement.file }) else {
      files.append(statement)
      return
    }
    if files[index].use == .skipped {
      files[index] = statement
      return
    }
    files[index].topics += statement.topics.filter { !files[index].topics.contains($0) }
    files[index].rows = max(files[index].rows, statement.rows)
    files[index].columns = Self.together(files[index].columns, statement.columns)
    files[index].clock = files[index].clock ?? statement.clock
  }

  /// Puts together what becomes of the columns of a file whose rows are read for several channels.
  private static func together(
    _ first: [ColumnStatement],
    _ second: [ColumnStatement]
  ) -> [ColumnStatement] {
    guard first.count == second.count else { return first.isEmpty ? second : first }
    return zip(first, second).map { $0.use == nil ? $1 : $0 }
  }

  /// Whether a file is known to have rows.
  public func hasRows(file: String) -> Bool { files.contains { $0.file == file && $0.rows > 0 } }

  /// States how many rows a file has.
  public mutating func count(rows: Int, file: String) {
    guard let index = files.firstIndex(where: { $0.file == file }) else { return }
    files[index].rows = max(files[index].rows, rows)
  }

  /// Notes files that are not looked at, each by name; of more than some hundred, how many more.
  public mutating func skip(_ files: [(file: String, reason: String)]) {
    for (file, reason) in files.prefix(Self.namesKept) {
      note(.fileNotImported, file: file, reason)
    }
    guard files.count > Self.namesKept else { return }
    let more = files[Self.namesKept]
    note(
      .fileNotImported,
      file: more.file,
      count: files.count - Self.namesKept,
      "This and \(files.count - Self.namesKept - 1) further files are not looked at."
    )
  }

  /// How many files are named that are not looked at.
  private static let namesKept = 256

  /// Keeps a note; one that a file is not imported is a statement, too.
  public mutating func note(
    _ topic: ImportNote.Topic,
    file: String,
    line: Int = 1,
    count: Int = 1,
    _ explanation: String
  ) {
    if topic == .fileNotImported, !files.contains(where: { $0.file == file }) {
      files.append(FileStatement(file: file, use: .skipped, reason: explanation))
    }
    notes.append(
      ImportNote(topic: topic, file: file, line: line, count: count, explanation: explanation)
    )
  }
}
