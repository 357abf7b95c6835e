import KymoCommandLine

/// The trial of a scan with one value.
struct ScanTrial {
  /// How it is made.
  enum Mode {
    /// One process.
    case run
    /// So many equal ones.
    case repetitions(Int)
  }

  /// The value, as it was typed.
  let value: String
  /// The words of each process behind the name of its command.
  let words: [String]
  /// The same as bench would have them.
  let arguments: ParsedArguments
  /// How it is made.
  let mode: Mode
  /// The preparation of each process; nil if there is none.
  let preparation: Preparation?
}
