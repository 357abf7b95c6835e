package import KymoRecording

extension ImportFile {
  /// A descriptor of the whole file, which stands at its first byte and is the caller's to close.
  ///
  /// What is no file of the disk is kept in a file without a name in the folder for temporary files.
  ///
  /// - Returns: nil if all of it is in ``bytes``.
  /// - Throws: `ImportError` when it cannot be read, or when there is no room for it.
  package func descriptor() throws(ImportError) -> Int32? {
    content == nil ? nil : try UnsafeInputFile.onDisk(self).duplicated()
  }
}
