import KymoBench

/// A file of limits, `kymo.limits.json`: what figures may be, absolutely, per recording, app and command.
///
/// It lies in a repository and is reviewed like code: a limit is a line.
public struct LimitsFile: Sendable, Equatable {
  /// The value of the member `schema`.
  public static let schema = "kymograph.limits/1"
  /// The name that such a file usually has.
  public static let defaultName = "kymo.limits.json"
  /// The largest file that is read, in bytes.
  public static let maximumBytes = 1 << 24

  /// The name of the file, as the user gave it.
  public var name: String
  /// Where the schema is that editors look at; nil if the file does not say.
  public var schemaReference: String?
  /// The author's remark above it all.
  public var note: String?
  /// The recordings that have limits.
  public var recordings: [RecordingLimits]

  /// Starts a file.
  public init(name: String, recordings: [RecordingLimits] = []) {
    self.name = name
    self.recordings = recordings
  }

  /// The limits of what is about to be measured.
  ///
  /// - Parameter subject: what is measured; its limits do not matter.
  /// - Returns: its limits.
  /// - Throws: that they are those of another recording or of another app, or that there are none.
  public func limits(for subject: RecordingLimits) throws(LimitsFileError) -> RecordingLimits {
    let same = recordings.filter { $0.digest == subject.digest }
    if let found = same.first(where: { $0.hasApp(of: subject) }) { return found }
    if let other = same.first {
      throw LimitsFileError(
        file: name,
        line: other.line,
        problem: "these are limits of the app \(other.appText), not of \(subject.appText)"
      )
    }
    if let former = recordings.first(where: { $0.recording == subject.recording }) {
      throw LimitsFileError(
        file: name,
        line: former.line,
        problem: "these are limits of another recording: \(former.recording) had the digest "
          + "\(former.digest), now it has \(subject.digest); set them anew with --write-limits"
      )
    }
    let known = recordings.prefix(20).map(\.recording).joined(separator: ", ")
    throw LimitsFileError(
      file: name,
      line: 1,
      problem: "it has no limits for \(subject.recording) (\(subject.digest)), "
        + (known.isEmpty ? "nor for any other recording" : "only for \(known)")
        + "; --write-limits adds them"
    )
  }

  /// Refuses limits of commands that an app does not have.
  ///
  /// - Parameters:
  ///   - limits: the limits.
  ///   - commands: the commands that there are.
  /// - Throws: the first that is of another one, by its line.
  public func check(
    _ limits: RecordingLimits,
    commands: [String]
  ) throws(LimitsFileError) {
    for limit in limits.limits {
      guard let command = limit.command, !commands.contains(command) else { continue }
      throw LimitsFileError(
        file: name,
        line: limit.place.line ?? limits.line,
        problem: "\(limits.app) has no command '\(command)'"
      )
    }
  }

  /// Takes new limits of a recording in.
  ///
  /// A limit of the same figure is replaced where it stands and keeps its note and its tolerance; one that is new
  /// comes last. What is said of other recordings and apps stays, and so do limits that are not among the new ones.
  ///
  /// - Parameter new: the limits.
  /// - Returns: how many limits were measured of a former recording of that name, and not anew.
  @discardableResult public mutating func merge(_ new: RecordingLimits) -> Int {
    guard
      let place = recordings.firstIndex(where: {
        $0.hasApp(of: new) && ($0.digest == new.digest || $0.recording == new.recording)
      })
    else {
      recordings.append(new)
      return 0
    }
    let isOfAnother = recordings[place].digest != new.digest
    recordings[place].digest = new.digest
    recordings[place].recording = new.recording
    for limit in new.limits {
      if let same = recordings[place].limits.firstIndex(where: { $0.about == limit.about }) {
        let former = recordings[place].limits[same]
        recordings[place].limits[same] = limit
        // What people wrote stays theirs.
        recordings[place].limits[same].note = limit.note ?? former.note
        recordings[place].limits[same].tolerance = former.tolerance
      } else {
        recordings[place].limits.append(limit)
      }
    }
    guard isOfAnother else { return 0 }
    let measured = Set(new.limits.map(\.about))
    return recordings[place].limits.count { !measured.contains($0.about) }
  }
}
