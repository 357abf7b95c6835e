/// A format of files that can become a session, such as the exports of a phone app.
///
/// A format says which files are its own, and turns them into tables of rows. Whoever drives it
/// brings the rows into the order of time, leaves out what does not belong to the recording, and
/// makes events of them, so that these repairs are the same for every format.
///
/// Formats are values in a list that the caller hands in: a new one is a new file, and one line
/// where that list stands.
public protocol ImportFormat: Sendable {
  /// The name, such as `phyphox CSV`; without a line break.
  var name: String { get }

  /// The look of the format's files, for the message about a file that no format knows.
  ///
  /// One phrase, such as `phyphox CSV (Time (s), X (m/s^2), ...)`.
  var understood: String { get }

  /// The extensions, in lower case and without the dot, of the files that are looked at in folders
  /// and archives.
  var extensions: [String] { get }

  /// Whether files are read from their ``ImportFile/content``, so that they may be of any length; else
  /// those with rows or facts come in memory as a whole.
  var readsContent: Bool { get }

  /// The decisions of the user that it has a use for.
  var heeds: Set<ImportDecision> { get }

  /// Tells whether `file` is of this format, from its name and its first bytes.
  ///
  /// The file may end early: see ``ImportFile/isWhole``. Nothing is logged, since another format
  /// may know the file better.
  func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition

  /// Starts to read the files that were recognised, all of one recording.
  ///
  /// Files that hold nothing worth reading are among them, with their first bytes alone; a format
  /// notes that they are not imported.
  ///
  /// - Throws: ``ImportError`` when the files do not go together, or one is malformed.
  func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading
}

extension ImportFormat {
  /// Files come as a whole unless a format says otherwise.
  public var readsContent: Bool { false }
  /// None, unless a format says otherwise.
  public var heeds: Set<ImportDecision> { [] }
}
