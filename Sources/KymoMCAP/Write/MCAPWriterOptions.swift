/// The content that a writer writes beside the messages.
public struct MCAPWriterOptions: Sendable {
  /// The convention that the file follows, or empty.
  public var profile = ""
  /// The program that writes, or empty.
  public var library = "kymograph"
  /// Whether messages are put into chunks; the other options about chunks need it.
  public var chunked = true
  /// Bytes of uncompressed records after which a chunk is closed; a larger message has its own.
  public var chunkBytes = 1 << 20
  /// How chunks are compressed; one that does not shrink is stored as it is.
  public var compression = MCAPCompression.zstd
  /// The compressor's own level, or 0 for the fastest: of zstd what was measured as best for samples of sensors,
  /// which come out as small as at its level 3 in a tenth of the time.
  public var compressionLevel = 0
  /// Whether chunks repeat the schemas and channels of their messages, so that each can be read alone.
  ///
  /// The first chunk with a channel has them in any case. A later one has them if all of them together take at
  /// most a 200th of the bytes of records since the last repeat. So a chunk of the default size has them always,
  /// and of small ones that are flushed often some have.
  public var repeatsDefinitions = true
  /// Whether a message index follows each chunk.
  public var messageIndex = true
  /// Whether the summary has an index of the chunks.
  public var chunkIndex = true
  /// Whether the summary has an index of the attachments.
  public var attachmentIndex = true
  /// Whether the summary has an index of the metadata.
  public var metadataIndex = true
  /// Whether the summary has the statistics.
  public var statistics = true
  /// Whether the summary has the offsets of its groups.
  public var summaryOffsets = true
  /// Whether the summary repeats the schemas.
  public var repeatSchemas = true
  /// Whether the summary repeats the channels.
  public var repeatChannels = true
  /// Whether chunks, attachments and summary have checksums.
  public var checksums = true
  /// Whether the data section as a whole has a checksum.
  public var dataChecksum = true

  /// After how long a message is in the file at the latest though its chunk is still open, in ns; 0 for when the
  /// chunk is closed.
  ///
  /// The content of open chunks is then copied behind the end of the file, and taken back when they
  /// are closed: the finished file is the same, byte for byte. This needs threads and a sink that
  /// is an ``MCAPPatchableSink``.
  public var flushNanoseconds: Int64 = 0
  /// Whether what is written for ``flushNanoseconds`` is also on the disk by then, so that a loss of power loses no
  /// more than a process that is killed.
  public var synchronizes = false

  /// Everything on, chunks of 1 MiB, zstd.
  public init() {}

  /// Chunks as they are by default, with this compression.
  public init(compression: MCAPCompression) {
    self.compression = compression
  }
}
