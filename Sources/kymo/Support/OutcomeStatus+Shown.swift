import KymoCore

extension OutcomeStatus {
  /// Those that a table needs a column for: `completed`, and every other that occurred.
  ///
  /// `counts` has for each row the counts in the order of all cases.
  static func shown(in counts: [[UInt64]]) -> [OutcomeStatus] {
    allCases.filter { status in
      status == .completed || counts.contains { $0[Int(status.rawValue)] > 0 }
    }
  }
}
