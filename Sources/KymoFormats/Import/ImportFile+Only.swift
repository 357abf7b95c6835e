import KymoRecording

extension ImportFile {
  /// The one file of a format that reads no more than one at a time.
  ///
  /// - Throws: ``ImportError/ambiguous(files:)`` for several.
  static func only(_ files: [ImportFile]) throws(ImportError) -> ImportFile {
    guard files.count == 1, let file = files.first else {
      throw .ambiguous(files: files.map(\.name))
    }
    return file
  }
}
