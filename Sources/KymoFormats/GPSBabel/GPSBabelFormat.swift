public import KymoRecording

/// Tracks in formats that are not read here, but by the program gpsbabel where it is installed: FIT, TCX and others.
///
/// The program writes GPX, and that is read as any other. A file that is no file of the disk, such as one in an archive,
/// goes to a file without a name in the folder for temporary files first.
public struct GPSBabelFormat: ImportFormat {
  /// The end of a run of gpsbabel.
  public enum Outcome: Sendable, Equatable {
    /// It has written all.
    case success
    /// It is not there.
    case notInstalled
    /// It has failed; what it said.
    case failure(String)
    /// The user wants it to end.
    case interrupted
  }

  /// Runs a command, `gpsbabel` and its arguments, to its end.
  private let run: @Sendable ([String]) -> Outcome

  /// Takes what runs gpsbabel.
  public init(run: @escaping @Sendable (_ command: [String]) -> Outcome) { self.run = run }

  /// See `ImportFormat.name`.
  public var name: String { "gpsbabel" }
  /// See `ImportFormat.understood`.
  public var understood: String {
    "what gpsbabel reads (" + GPSBabelKind.allCases.map(\.name).joined(separator: ", ") + ")"
  }
  /// See `ImportFormat.extensions`.
  public var extensions: [String] { GPSBabelKind.allCases.map(\.rawValue) }
  /// The program reads the file, so that it may be of any length.
  public var readsContent: Bool { true }
  /// See `ImportFormat.heeds`.
  public var heeds: Set<ImportDecision> { [.every] }

  /// Tells from the first bytes.
  public func recognise(_ file: ImportFile, options: ImportOptions) -> ImportRecognition {
    guard let kind = GPSBabelKind(file) else { return .unknown(found: nil) }
    return .known(.certain, .rows, reason: "it begins as \(kind.name) does")
  }

  /// Has the file turned into GPX, and reads that to its end.
  ///
  /// - Throws: `ImportError` when gpsbabel is not installed or cannot read the file, and as ``GPXFormat`` does.
  public func read(
    _ files: [ImportFile],
    options: ImportOptions,
    log: inout ImportLog
  ) throws(ImportError) -> any ImportReading {
    let file = try ImportFile.only(files, of: self)
    guard let kind = GPSBabelKind(file) else {
      throw .unreadable(path: file.name, reason: "it was changed while it was imported")
    }
    let source = try UnsafeInputFile.onDisk(file)
    let target = try UnsafeInputFile.unnamed(file.name, "its track is")
    // Whose descriptors the program opens.
    let outcome = withExtendedLifetime((source, target)) {
      run([
        "gpsbabel", "-i", kind.option, "-f", source.pathForOthers, "-o", "gpx,garminextensions",
        "-F", target.pathForOthers,
      ])
    }
    switch outcome {
    case .success: break
    case .interrupted: throw .interrupted
    case .notInstalled:
      throw .unreadable(
        path: file.name,
        reason:
          "\(kind.name) is read through gpsbabel, which is not there; apt-get install gpsbabel"
      )
    case .failure(let text):
      throw .unreadable(
        path: file.name,
        reason: "gpsbabel cannot read it as \(kind.name): "
          + text.replacing(source.pathForOthers, with: file.baseName)
      )
    }
    log.note(
      .conversion,
      file: file.name,
      "It was read through gpsbabel; lines are those of the GPX that it wrote."
    )
    var track = ImportFile(name: file.name, bytes: [], isWhole: false)
    track.content = target
    return try GPXFormat().read(
      track,
      origin: "\(kind.name) through gpsbabel: \(file.baseName)",
      options,
      &log
    )
  }
}
