public import KymoRecording

/// The CSV exports of phone apps: one file per sensor, and files of facts about the recording.
///
/// The names of the columns tell the app, never their places. What differs between apps is a
/// `CSVDialect` each; reading text, numbers, times and markers for "none" is the same for all.
public struct CSVFormat: ImportFormat {
  /// The apps whose exports are understood; the first that knows a header has it.
  private let dialects: [any CSVDialect] = [PhyphoxCSV(), SensorLoggerCSV()]

  /// Understands the exports of phyphox and of Sensor Logger.
  public init() {}

  /// Names the family; a session's origin names the app.
  public var name: String { "CSV" }

  /// What the columns of each app look like.
  public var understood: String { dialects.map(\.understood).joined(separator: " and ") }

  /// See `ImportFormat.extensions`.
  public var extensions: [String] { ["csv"] }

  /// Tells from the names of the columns.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    do throws(ImportError) {
      guard let reader = try Self.readerAtHeader(file, options) else {
        guard !file.isWhole else { return .empty }
        let what = "nothing but blank lines in \(file.bytes.count) bytes"
        return .unreadable(.malformedRow(file: file.name, line: 1, what: what))
      }
      guard let known = recognise(file, at: reader) else {
        let names = ImportError.list(CSVHeader(row: reader).texts)
        return .unknown(found: "unknown columns \(names)")
      }
      if known.role == .unknownSensor, file.isExplicit {
        return .unreadable(.unknownSensor(file: file.name))
      }
      return .known(
        .certain,
        known.content(topics: options.topics),
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
      guard let reader = try Self.readerAtHeader(file, options),
        let recognised = recognise(file, at: reader)
      else { continue }
      known.append(recognised)
    }
    let facts = try RecordingFacts(known, options: options)
    return CSVReading(try ChosenFiles(known, topics: options.topics, log: &log), facts)
  }

  private func recognise(_ file: ImportFile, at reader: CSVReader) -> RecognisedFile? {
    let header = CSVHeader(row: reader)
    for dialect in dialects {
      guard let role = dialect.role(header: header, stem: file.stem) else { continue }
      return RecognisedFile(
        file: file,
        dialect: dialect,
        role: role,
        header: header,
        reader: reader
      )
    }
    return nil
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
