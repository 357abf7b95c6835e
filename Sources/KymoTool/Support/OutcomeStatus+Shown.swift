import KymoCore

extension OutcomeStatus {
  /// The heading of a column: so short that all columns fit on a terminal.
  var heading: String {
    switch self {
    case .validationFailed: "invalid"
    case .unknownCommand: "no handler"
    default: name
    }
  }

  /// Those that a table needs a column for: `completed`, and every other that occurred.
  ///
  /// `counts` has for each row the counts in the order of all cases.
  static func shown(in counts: [[UInt64]]) -> [OutcomeStatus] {
    allCases.filter { status in
      status == .completed || counts.contains { $0[Int(status.rawValue)] > 0 }
    }
  }
}
