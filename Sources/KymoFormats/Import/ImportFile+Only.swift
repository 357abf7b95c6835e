import KymoRecording

extension ImportFile {
  /// The one file of a format that reads no more than one at a time.
  ///
  /// - Throws: ``ImportError/ambiguous(files:data:)`` for several.
  static func only(
    _ files: [ImportFile],
    of format: some ImportFormat
  ) throws(ImportError) -> ImportFile {
    guard files.count == 1, let file = files.first else {
      throw .ambiguous(files: files.map(\.name), data: format.name)
    }
    return file
  }
}
