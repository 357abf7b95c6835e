/// The first byte of a record: what kind it is.
public enum MCAPOpcode: UInt8, Sendable, CaseIterable {
  /// Profile and library; always the first record.
  case header = 0x01
  /// Where the summary lies; always the last record.
  case footer
  /// How the data of messages is laid out.
  case schema
  /// A stream of messages of one topic.
  case channel
  /// One message.
  case message
  /// A block of schemas, channels and messages, perhaps compressed.
  case chunk
  /// Where the messages of one channel lie in the chunk before.
  case messageIndex
  /// Where a chunk lies, in the summary.
  case chunkIndex
  /// A file inside the file.
  case attachment
  /// Where an attachment lies, in the summary.
  case attachmentIndex
  /// Counts and times of the whole file, in the summary.
  case statistics
  /// A named map of strings.
  case metadata
  /// Where a metadata record lies, in the summary.
  case metadataIndex
  /// Where the summary records of one kind lie.
  case summaryOffset
  /// The end of the data section.
  case dataEnd
}
