public import KymoRecording

/// Files that an import finds among its own, and leaves to its caller: captures of packets, say.
public struct SetAsideFiles: Sendable {
  /// The extensions, in lower case and without the dot, of such files in folders and archives.
  ///
  /// Digits may follow, as they do where a capture goes on in a further file.
  public var extensions: [String]
  /// The look of such files, for the message about a file that nobody knows.
  public var understood: String
  /// Whether a file is one of them, by its first bytes; asked of every file that is looked at, before any format.
  public var contains: @Sendable (ImportFile) -> Bool

  /// Takes what tells such files.
  public init(
    extensions: [String],
    understood: String,
    contains: @escaping @Sendable (ImportFile) -> Bool
  ) {
    self.extensions = extensions
    self.understood = understood
    self.contains = contains
  }
}
