/// A statement on the use of one file or folder that an import found.
public struct FileStatement: Sendable, Equatable {
  /// The use of a file; the raw values are stable identifiers.
  public enum Use: String, Sendable {
    /// Its rows became events.
    case rows
    /// It says something about the recording, or about the rows of other files.
    case facts
    /// It was left out.
    case skipped
  }

  /// The name of the file.
  public var file: String
  /// The use that was made of it.
  public var use: Use
  /// The topics that its rows are for, in order.
  public var topics: [String]
  /// How many rows it has; 0 if nobody counted.
  public var rows: Int
  /// Its columns in their order; empty if it was not read that far.
  public var columns: [ColumnStatement]
  /// Its time; nil if it has none that matters.
  public var clock: ClockStatement?
  /// Why it was left out, in one sentence; nil if it was not.
  public var reason: String?

  /// Takes what became of a file.
  public init(
    file: String,
    use: Use,
    topics: [String] = [],
    rows: Int = 0,
    columns: [ColumnStatement] = [],
    clock: ClockStatement? = nil,
    reason: String? = nil
  ) {
    self.file = file
    self.use = use
    self.topics = topics
    self.rows = rows
    self.columns = columns
    self.clock = clock
    self.reason = reason
  }
}
