public import KymoRecording

/// The CSV exports of phone apps: one file per sensor, and files of facts about the recording.
///
/// The names of the columns tell the app, never their places. What differs between apps is a
/// `CSVDialect` each; reading text, numbers, times and markers for "none" is the same for all.
public struct CSVFormat: ImportFormat {
  /// The apps whose exports are understood; the first that knows a header has it.
  private var dialects: [any CSVDialect] = [
    SensorLogCSV(), PhyphoxCSV(), SensorLoggerCSV(),
  ]

  /// Understands the exports of SensorLog, phyphox and Sensor Logger.
  public init() {}

  /// Understands the tables of some other format.
  init(dialects: [any CSVDialect]) { self.dialects = dialects }

  /// Names the family; a session's origin names the app.
  public var name: String { "CSV" }

  /// The columns of each app, for people.
  public var understood: String {
    (dialects.map(\.understood) + [MappedCSV().understood]).joined(separator: " and ")
  }

  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["csv"] }

  /// Rows are read one after the other, so that files may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.platform, .units, .columns, .timeColumn, .timeUnit] }

  /// Tells from the names of the columns.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    let options = options.of(file.name)
    // The names of JSON's members stand in quotation marks between commas, too.
    let first = file.bytes.first { $0 > UInt8(ascii: " ") && $0 < 0x80 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return .unknown(found: nil) }
    do throws(ImportError) {
      guard let reader = try Self.readerAtHeader(file, options) else {
        guard !file.isWhole else { return .empty }
        let what = "nothing but blank lines in \(file.bytes.count) bytes"
        return .unreadable(.malformedRow(file: file.name, line: 1, what: what))
      }
      let all = recognise(file, at: reader, options)
      guard let known = all.first else {
        if let problem = problem(file, CSVHeader(row: reader), options) {
          return .unreadable(problem)
        }
        let names = ImportError.list(CSVHeader(row: reader).texts)
        return .unknown(found: "unknown columns \(names)")
      }
      if case .unknownSensor = known.role, file.isExplicit {
        return .unreadable(.unknownSensor(file: file.name))
      }
      return .known(
        known.isGuess ? .possible : .certain,
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
    known = Self.withoutDoubtful(known, options, &log)
    try checkTimeColumn(known, options)
    try checkColumns(known, options, &log)
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
    let options = options.of(file.name)
    let time = options.timeColumn.flatMap { header.index(asked: $0) }
    var candidates = dialects
    if !options.columns.isEmpty { candidates.insert(MappedCSV(columns: options.columns), at: 0) }
    if let guess = ColumnGuess.columns(header) { candidates.append(MappedCSV(guess: guess)) }
    for dialect in candidates {
      let roles = dialect.roles(header: header, title: file.title, time: time)
      guard !roles.isEmpty else { continue }
      return roles.map { role in
        RecognisedFile(file: file, dialect: dialect, role: role, header: header, reader: reader)
      }
    }
    return []
  }

  /// Notes what was guessed of columns; refuses a statement of columns that is of no file.
  private func checkColumns(
    _ files: [RecognisedFile],
    _ options: ImportOptions,
    _ log: inout ImportLog
  ) throws(ImportError) {
    var names: [String] = []
    for file in files {
      guard let guess = (file.dialect as? MappedCSV)?.guess, !names.contains(file.file.name) else {
        continue
      }
      names.append(file.file.name)
      log.note(
        .assumption,
        file: file.file.name,
        "The names of its columns say as much as --columns '"
          + guess.map(\.text).joined(separator: ",") + "'."
      )
    }
    // Of a file that says what it is without being asked, the statement may be of another one.
    for file in files where !options.of(file.file.name).columns.isEmpty {
      let isMapped = file.dialect is MappedCSV && !file.isGuess
      guard !isMapped, file.content(options) == .rows else { continue }
      if let problem = problem(file.file, file.header, options, isOneOf: files) { throw problem }
    }
  }

  /// Why the columns of a file are not those that the user states; nil if they are.
  private func problem(
    _ file: ImportFile,
    _ header: CSVHeader,
    _ options: ImportOptions,
    isOneOf files: [RecognisedFile] = []
  ) -> ImportError? {
    let options = options.of(file.name)
    guard !options.columns.isEmpty else { return nil }
    let time = options.timeColumn.flatMap { header.index(asked: $0) }
    do throws(MappingProblem) {
      _ = try MappedTables(options.columns, header, title: file.title, time: time)
      return nil
    } catch {
      let remedy = error.remedy + Self.hint("--columns", "time=...", files)
      return .columns(file: file.name, what: error.what, remedy: remedy)
    }
  }

  /// Leaves out files of which nothing but the names of columns is known, if they were only found beside others.
  private static func withoutDoubtful(
    _ files: [RecognisedFile],
    _ options: ImportOptions,
    _ log: inout ImportLog
  ) -> [RecognisedFile] {
    let certain = files.first { !$0.isGuess && $0.content(options) == .rows }
    guard let certain else { return files }
    var names: Set<String> = []  // Looked up, never iterated.
    return files.filter { file in
      guard file.isGuess, !file.file.isExplicit else { return true }
      if names.insert(file.file.name).inserted {
        let text = "It is not of \(certain.dialect.name), as \(certain.file.baseName) is."
        log.note(.fileNotImported, file: file.file.name, text)
      }
      return false
    }
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

  /// Refuses a column of times that a file with rows does not have.
  private func checkTimeColumn(
    _ files: [RecognisedFile],
    _ options: ImportOptions
  ) throws(ImportError) {
    let withRows = files.filter { $0.content(options) == .rows }
    for file in withRows {
      guard let name = options.of(file.file.name).timeColumn, file.header.index(asked: name) == nil
      else { continue }
      throw .clock(
        file: file.file.name,
        line: 1,
        what: "no column is named \(name.prefix(40))",
        remedy: "--time-column takes one of \(ImportError.list(file.header.texts))"
          + Self.hint("--time-column", "NAME", withRows)
      )
    }
  }

  /// How an option is said of one of several files; nothing if there is one.
  private static func hint(_ option: String, _ value: String, _ files: [RecognisedFile]) -> String {
    let names = files.map(\.file.name)
    guard names.contains(where: { $0 != names[0] }) else { return "" }
    return ", and for one file alone it is \(option) FILE:\(value)"
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
