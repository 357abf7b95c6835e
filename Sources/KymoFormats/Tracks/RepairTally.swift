import KymoRecording

/// Counts what has to be repaired in a file, to be told when all of it was read.
struct RepairTally {
  private var entries: [(rule: RepairRule, line: Int, count: Int)] = []

  /// Counts a row or a value.
  mutating func add(_ rule: RepairRule, line: Int, count: Int = 1) {
    if let index = entries.firstIndex(where: { $0.rule == rule }) {
      entries[index].count += count
    } else {
      entries.append((rule, line, count))
    }
  }

  /// How many rows or values a rule was for.
  func count(of rule: RepairRule) -> Int { entries.first { $0.rule == rule }?.count ?? 0 }

  /// The counts with the names of their rules, for messages; empty if there are none.
  var words: [String] { entries.map { "\($0.count) × \($0.rule.rawValue)" } }

  /// Tells all.
  ///
  /// - Throws: ``ImportError/repairRefused(_:)`` in strict mode.
  func report(file: String, _ log: inout ImportLog) throws(ImportError) {
    for (rule, line, count) in entries {
      try log.repair(rule, file: file, line: line, count: count)
    }
  }
}
