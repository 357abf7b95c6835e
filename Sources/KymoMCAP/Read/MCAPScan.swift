/// The result of a walk over the data section of a file, without decompressing anything.
public struct MCAPScan: Sendable {
  /// How the file ends.
  public enum Ending: Sendable, Equatable {
    /// With the end of the data section, a footer and the magic bytes.
    case complete
    /// At this error: what is before its offset is whole.
    case cut(MCAPError)
  }

  /// The first record.
  public internal(set) var header = MCAPHeader()
  /// Chunks and runs of messages, in the order of the file.
  public package(set) var segments: [MCAPSegment] = []
  /// Schemas and channels outside of chunks, and those that the summary repeats.
  public var catalog = MCAPCatalog()
  /// Attachments, in the order of the file.
  public internal(set) var attachments: [MCAPAttachmentIndex] = []
  /// Metadata records, in the order of the file.
  public internal(set) var metadata: [MCAPMetadataIndex] = []
  /// The end of the data section, if the file has one.
  public internal(set) var dataEnd: MCAPDataEnd?
  /// The byte at which the end of the data section starts, if the file has one.
  public internal(set) var dataEndOffset: UInt64?
  /// The summary, if the file has a valid one.
  public internal(set) var summary: MCAPSummary?
  /// How the file ends.
  public internal(set) var ending = Ending.complete
}
