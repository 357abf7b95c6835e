public import KymoMCAP

extension SessionFile {
  /// The accounts of the imports that made the recording, or what it was cut or merged from; none if none did, and at
  /// most ``maximumImportCount``.
  ///
  /// - Throws: what is wrong with the file.
  public func imports() throws(MCAPError) -> [ImportRecord] {
    var window = try MCAPWindow(source)
    let maps = try Self.maps(
      ImportRecord.recordName,
      scan,
      &window,
      atMost: Self.maximumImportCount
    )
    return maps.map { ImportRecord($0) }
  }

  /// How many accounts of imports are read of one recording.
  public static var maximumImportCount: Int { 64 }
}
