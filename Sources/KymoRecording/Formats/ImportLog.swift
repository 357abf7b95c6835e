/// Collects what an import changed and noticed; in strict mode the first change is an error.
public struct ImportLog: Sendable {
  /// Whether a repair is an error.
  public let isStrict: Bool
  /// The repairs so far; those of one rule and file are one.
  public private(set) var repairs: [Repair] = []
  /// The notes so far.
  public private(set) var notes: [ImportNote] = []

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

  /// Keeps a note.
  public mutating func note(
    _ topic: ImportNote.Topic,
    file: String,
    line: Int = 1,
    count: Int = 1,
    _ explanation: String
  ) {
    notes.append(
      ImportNote(topic: topic, file: file, line: line, count: count, explanation: explanation)
    )
  }
}
