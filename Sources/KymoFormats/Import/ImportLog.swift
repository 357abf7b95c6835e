/// Collects what an import changed and noticed; in strict mode the first change is an error.
struct ImportLog {
  /// Whether a repair is an error.
  let isStrict: Bool
  /// The repairs so far; those of one rule and file are one.
  private(set) var repairs: [Repair] = []
  /// The notes so far.
  private(set) var notes: [ImportNote] = []

  init(isStrict: Bool) { self.isStrict = isStrict }

  /// Counts a repair; the line and the explanation of the first one of its rule in its file stay.
  mutating func repair(
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
  mutating func note(
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
