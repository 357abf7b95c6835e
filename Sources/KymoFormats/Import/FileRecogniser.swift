/// Reads the headers of files and tells what they hold.
struct FileRecogniser {
  /// What the user decides.
  let options: ImportOptions

  /// The files that are understood; others are passed over if they were only found in a folder.
  ///
  /// - Throws: ``ImportError`` when a file that was asked for is unknown, or when nothing is left.
  func recognise(
    _ files: [ImportFile],
    _ log: inout ImportLog
  ) throws(ImportError) -> [RecognisedFile] {
    var known: [RecognisedFile] = []
    var emptyCount = 0
    for file in files {
      guard let reader = try readerAtHeader(file) else {
        emptyCount += 1
        try log.repair(.emptyFile, file: file.name, line: 1)
        continue
      }
      let header = CSVHeader(row: reader)
      let stem = file.stem
      let format: RecognisedFile.Format
      let role: TableRole
      if let phyphox = PhyphoxCSV.role(header: header, stem: stem) {
        (format, role) = (.phyphox, phyphox)
      } else if let sensorLogger = SensorLoggerCSV.role(header: header, stem: stem) {
        (format, role) = (.sensorLogger, sensorLogger)
      } else {
        guard !file.isExplicit else {
          throw .unknownHeader(file: file.name, found: header.texts)
        }
        log.note(.fileNotImported, file: file.name, "The columns are those of no known format.")
        continue
      }
      if role == .unknownSensor, file.isExplicit { throw .unknownSensor(file: file.name) }
      known.append(
        RecognisedFile(file: file, format: format, role: role, header: header, reader: reader)
      )
    }
    if emptyCount == files.count { throw .allEmpty(files: files.map(\.name)) }
    guard known.contains(where: \.hasEvents) else {
      throw .nothingKnown(path: Self.folder(of: files), found: files.map(\.baseName))
    }
    return known
  }

  private func readerAtHeader(_ file: ImportFile) throws(ImportError) -> CSVReader? {
    var reader = CSVReader(bytes: file.bytes, maximumLineBytes: options.maximumLineBytes)
    do throws(CSVError) {
      return try reader.nextRow() ? reader : nil
    } catch {
      throw ImportError(error, file: file.name)
    }
  }

  private static func folder(of files: [ImportFile]) -> String {
    guard let name = files.first?.name, let slash = name.lastIndex(of: "/") else { return "import" }
    return String(name[..<slash])
  }
}
