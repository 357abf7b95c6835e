/// Something the user should know about the files, although nothing had to be changed.
public struct ImportNote: Sendable, Equatable {
  /// The kind of a note; the raw values are stable identifiers.
  public enum Topic: String, Sendable, CaseIterable {
    /// No rows for much longer than usual.
    case gap
    /// Values were converted as the format's own description says.
    case conversion
    /// A file was not imported because another one has the same data in a better form, or it has
    /// none.
    case fileNotImported = "file-not-imported"
    /// Points were not imported because others of the same file count.
    case pointsNotImported = "points-not-imported"
    /// Two columns have one name, and the first was taken.
    case duplicateColumn = "duplicate-column"
    /// Values that hardly can be; they were kept.
    case outOfRange = "out-of-range"
    /// Times that hardly can be; they were kept.
    case clock
    /// Something nobody states was taken as usual.
    case assumption
    /// Something of a log of calls, or of a capture, became no event.
    case leftOut = "left-out"
  }

  /// The topic that it is about.
  public var topic: Topic
  /// The name of the file.
  public var file: String
  /// The first line concerned, counted from 1.
  public var line: Int
  /// How many rows are concerned; at least 1.
  public var count: Int
  /// One sentence for the user.
  public var explanation: String

  /// Takes what there is to say.
  public init(topic: Topic, file: String, line: Int, count: Int, explanation: String) {
    self.topic = topic
    self.file = file
    self.line = line
    self.count = count
    self.explanation = explanation
  }
}
