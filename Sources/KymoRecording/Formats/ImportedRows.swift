/// The rows of a table that is in memory, as a stream of one block.
public struct ImportedRows: ImportStream, Sendable {
  private let table: ImportTable
  private var isAtStart = true
  /// The description of a channel that is not known by its topic.
  public let channel: InputChannel?

  /// Stands at the first row of `table`, whose channel is known by its topic unless it is described.
  public init(_ table: ImportTable, channel: InputChannel? = nil) {
    self.table = table
    self.channel = channel
  }

  /// The name of the file, for messages.
  public var file: String { table.file }
  /// The topic of the channel.
  public var topic: String { table.topic }

  /// Goes back to the first row.
  public mutating func rewind() { isAtStart = true }

  /// Gives all rows, and then nothing.
  public mutating func next(log: inout ImportLog) -> ImportTable.Rows? {
    defer { isAtStart = false }
    return isAtStart ? table.rows : nil
  }
}
