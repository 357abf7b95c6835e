/// How the records of a chunk are compressed.
public enum MCAPCompression: String, Sendable, CaseIterable {
  /// Stored as they are.
  case none = ""
  /// The LZ4 frame format.
  case lz4
  /// Zstandard.
  case zstd
}
