/// An import's account of itself in the recording that it made: files, repairs and notes, as a metadata record.
///
/// Names of files are without the folders that they share with nothing else, so that the same export gives the same
/// recording wherever it lies. There are at most ``maximumCount`` entries of a kind; the totals say how many there were.
public struct ImportRecord: Sendable, Equatable {
  /// What became of one file.
  public struct File: Sendable, Equatable {
    /// Its name, without folders unless another file has the same.
    public var name: String
    /// The use that was made of it; nil for one of a later version.
    public var use: FileStatement.Use?
    /// The topics that its rows are for, in order.
    public var topics: [String] = []
    /// How many rows it has; 0 if nobody counted.
    public var rows = 0
    /// Its time, as ``ClockStatement/text``; nil if it has none that matters.
    public var clock: String?
    /// The columns that were not used, in their order.
    public var unused: [String] = []
    /// Why it was left out; nil if it was not.
    public var reason: String?

    /// Starts with a name alone.
    init(name: String) { self.name = name }

    /// Takes what an import has said about a file.
    init(_ statement: FileStatement, _ short: ShortNames) {
      func names(_ all: [String]) -> [String] { all.prefix(64).map { bounded($0, 60) } }
      name = bounded(short.short(statement.file))
      use = statement.use
      topics = names(statement.topics)
      rows = statement.rows
      clock = statement.clock.map { bounded($0.text) }
      unused = names(statement.columns.filter { $0.use == nil }.map(\.name))
      reason = statement.reason.map { bounded(short.shortened($0)) }
    }
  }

  /// A note, as ``ImportNote``; of a later version it may have another topic.
  public struct Note: Sendable, Equatable {
    /// The identifier of what it is about.
    public var topic: String
    /// The name of the file.
    public var file: String
    /// The first line concerned, counted from 1.
    public var line: Int
    /// How many rows are concerned.
    public var count: Int
    /// One sentence for people.
    public var explanation: String
  }

  /// The files, by name.
  public var files: [File] = []
  /// The repairs, by file and line.
  public var repairs: [Repair] = []
  /// Other remarks, by file and line.
  public var notes: [Note] = []
  /// How many files there were.
  public var fileCount = 0
  /// How many repairs there were, each of one rule and file.
  public var repairCount = 0
  /// How many notes there were.
  public var noteCount = 0

  /// The name of the metadata record.
  public static var recordName: String { "kymograph.import" }
  /// How many entries of a kind a record has at most.
  public static var maximumCount: Int { 256 }
  /// How many characters of a text a record has at most.
  static var maximumCharacters: Int { 400 }

  /// Takes what an import has said.
  public init(files: [FileStatement], repairs: [Repair], notes: [ImportNote]) {
    let names = ShortNames(files.map(\.file) + repairs.map(\.file) + notes.map(\.file))
    fileCount = files.count
    repairCount = repairs.count
    noteCount = notes.count
    self.files = Self.first(files, by: { (names.short($0.file), 0, "") }).map { File($0, names) }
    self.repairs = Self.first(repairs, by: { (names.short($0.file), $0.line, $0.rule.rawValue) })
      .map {
        Repair(
          rule: $0.rule,
          file: Self.bounded(names.short($0.file)),
          line: $0.line,
          count: $0.count,
          explanation: Self.bounded(names.shortened($0.explanation))
        )
      }
    self.notes = Self.first(notes, by: { (names.short($0.file), $0.line, $0.explanation) }).map {
      Note(
        topic: $0.topic.rawValue,
        file: Self.bounded(names.short($0.file)),
        line: $0.line,
        count: $0.count,
        explanation: Self.bounded(names.shortened($0.explanation))
      )
    }
  }

  /// Starts with nothing.
  init() {}

  /// The first entries by file and line, as many as a record has.
  private static func first<Entry>(
    _ entries: [Entry],
    by key: (Entry) -> (String, Int, String)
  ) -> [Entry] {
    Array(entries.sorted { key($0) < key($1) }.prefix(maximumCount))
  }

  /// A text that is not longer than those of a record.
  static func bounded(_ text: String, _ limit: Int = maximumCharacters) -> String {
    text.count <= limit ? text : text.prefix(limit) + "…"
  }
}
