public import KymoRecording

/// The CSV exports of phone apps: one file per sensor, and files of facts about the recording.
///
/// The names of the columns tell the app, never their places. What differs between apps is a
/// `CSVDialect` each; reading text, numbers, times and markers for "none" is the same for all.
public struct CSVFormat: ImportFormat {
  /// The apps whose exports are understood; the first that knows a header has it.
  private let dialects: [any CSVDialect] = [
    SensorLogCSV(), PhyphoxCSV(), SensorLoggerCSV(),
  ]

  /// Understands the exports of SensorLog, phyphox and Sensor Logger.
  public init() {}

  /// Names the family; a session's origin names the app.
  public var name: String { "CSV" }

  /// The columns of each app, for people.
  public var understood: String { dialects.map(\.understood).joined(separator: " and ") }

  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["csv"] }

  /// Rows are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }

  /// Tells from the names of the columns.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    do throws(ImportError) {
      guard let reader = try Self.readerAtHeader(file, options) else {
        guard !file.isWhole else { return .empty }
        let what = "nothing but blank lines in \(file.bytes.count) bytes"
        return .unreadable(.malformedRow(file: file.name, line: 1, what: what))
      }
      let all = recognise(file, at: reader, options)
      guard let known = all.first else {
        let names = ImportError.list(CSVHeader(row: reader).texts)
        return .unknown(found: "unknown columns \(names)")
      }
      if case .unknownSensor = known.role, file.isExplicit {
        return .unreadable(.unknownSensor(file: file.name))
      }
      return .known(
        .certain,
        all.contains { $0.content(options) == .rows }
          ? .rows : known.content(options),
        reason: "the columns are those of \(known.dialect.name)"
      )
    } catch {
      return .unreadable(error)
    }
  }

  /// Chooses among the files, and starts to read them.
  ///
  /// - Throws: `ImportError` when two files are equally good or of apps that do not go together,
  ///   and when the file of facts is malformed.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    var known: [RecognisedFile] = []
    for file in files {
      guard let reader = try Self.readerAtHeader(file, options) else { continue }
      known += try Self.withValues(recognise(file, at: reader, options))
    }
    try checkTimeColumn(known, options)
    let facts = try RecordingFacts(known, options: options, log: &log)
    return CSVReading(try ChosenFiles(known, facts, options: options, log: &log), facts)
  }

  /// Recognises a file for the import, once for each sensor whose rows are in it.
  private func recognise(
    _ file: ImportFile,
    at reader: CSVReader,
    _ options: ImportOptions
  ) -> [RecognisedFile] {
    let header = CSVHeader(row: reader)
    let time = options.timeColumn.flatMap { header.index(asked: $0) }
    for dialect in dialects {
      let roles = dialect.roles(header: header, title: file.title, time: time)
      guard !roles.isEmpty else { continue }
      return roles.map { role in
        RecognisedFile(file: file, dialect: dialect, role: role, header: header, reader: reader)
      }
    }
    return []
  }

  /// Leaves out the sensors of a file of several that were switched off: none of their columns has a value.
  private static func withValues(
    _ roles: [RecognisedFile]
  ) throws(ImportError) -> [RecognisedFile] {
    guard let file = roles.first, file.role.sharing != .none else { return roles }
    let columns = file.header.texts.indices
    let kinds = ColumnKinds(try file.open(), Array(columns), all: true)
    return roles.filter { one in
      one.role.columns.contains { $0.map { kinds.kind(of: $0) != nil } ?? false }
    }
  }

  /// Refuses a column of times that no file has.
  private func checkTimeColumn(
    _ files: [RecognisedFile],
    _ options: ImportOptions
  ) throws(ImportError) {
    let withRows = files.filter { $0.content(options) == .rows }
    guard let name = options.timeColumn, let first = withRows.first,
      !withRows.contains(where: { $0.header.index(asked: name) != nil })
    else { return }
    throw .clock(
      file: first.file.name,
      line: 1,
      what: "no column is named \(name.prefix(40))",
      remedy: "--time-column takes one of \(ImportError.list(first.header.texts))"
    )
  }

  /// A reader whose current row is the header; nil if there is no row.
  private static func readerAtHeader(
    _ file: ImportFile,
    _ options: ImportOptions
  ) throws(ImportError) -> CSVReader? {
    var reader = CSVReader(bytes: file.bytes, maximumLineBytes: options.maximumLineBytes)
    do throws(CSVError) {
      return try reader.nextRow() ? reader : nil
    } catch {
      throw ImportError(error, file: file.name)
    }
  }
}
