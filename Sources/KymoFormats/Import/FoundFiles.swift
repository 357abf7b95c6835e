public import KymoRecording

/// The files of an import, of which no more is known than whose they are.
public struct FoundFiles: Sendable {
  /// The files that the formats read.
  var files: [ImportFile]
  /// The files that are left to the caller, in the order in which they were found.
  public let setAside: [ImportFile]
  /// What was said so far.
  var log: ImportLog
  /// The decisions that have a use for some of the files.
  public let heeds: Set<ImportDecision>
  /// The names of the files whose columns the user can decide about.
  public let tables: [String]

  /// Whether there is nothing for the formats.
  public var isEmpty: Bool { files.isEmpty }
  /// A statement on every file that is not looked at.
  public var statements: [FileStatement] { log.files }
  /// Remarks on files that are not looked at.
  public var notes: [ImportNote] { log.notes }
}
