package import KymoProfile
import KymoText

/// The former profile of `--baseline`, which a new one is compared with.
package struct ProfileBaseline {
  /// Where it is.
  package let path: String
  private let profile: Profile

  /// Reads a former `--export json`, or folded stacks.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - shouldStop: asked while a pipe has nothing to say.
  /// - Throws: why it cannot be read, or that it has no samples.
  package init(
    _ path: String,
    shouldStop: () -> Bool = { false }
  ) throws(TrialError) {
    let bytes = try UnsafeWholeFile.bytes(
      path,
      limit: ProfileReader.maximumBytes,
      shouldStop: shouldStop
    )
    do { profile = try ProfileReader.read(bytes, name: path) } catch {
      throw TrialError(
        about: path,
        "\(error)".printable,
        remedy: "a baseline is a file of --export json or folded"
      )
    }
    guard !profile.samples.isEmpty else {
      throw TrialError(about: path, "it has no samples to compare with")
    }
    self.path = path
  }

  private func value(_ name: String, of profile: Profile) -> String? {
    profile.notes.first { $0.name == name }?.value
  }

  /// Says what the baseline is of, where that is not what was profiled now.
  package func note(against new: Profile, _ observer: inout some TrialObserver & ~Copyable) {
    // Folded stacks say nothing of where they come from.
    guard let app = value("app", of: profile) else {
      return observer.note("\(path.printable): it does not say what it is a profile of")
    }
    noteRecording(against: new, &observer)
    if app != value("app", of: new) {
      observer.note("\(path.printable) is of another app: \(app.printable)")
    }
    if let program = value(ProfileNote.program, of: profile),
      program != value(ProfileNote.program, of: new)
    {
      observer.note("\(path.printable) is of another build: functions are compared by their names")
    }
    if value(ProfileNote.nameless, of: profile) != value(ProfileNote.nameless, of: new) {
      let which = value(ProfileNote.nameless, of: new) == nil ? path.printable : "this one"
      observer.note("\(which) is of a stripped build, whose functions have no names to compare")
    }
    if let commit = value("commit", of: profile), commit != value("commit", of: new) {
      observer.note("\(path.printable) is of commit \(commit.printable)")
    }
  }

  /// Says that something else was replayed: what a recording is called and where it lies, is nobody's business.
  private func noteRecording(against new: Profile, _ observer: inout some TrialObserver & ~Copyable)
  {
    guard let digest = value(ProfileNote.digest, of: profile) else {
      return observer.note("\(path.printable): it does not say which recording it is of")
    }
    let (old, now) = (
      (digest, value(ProfileNote.eventCount, of: profile)),
      (value(ProfileNote.digest, of: new), value(ProfileNote.eventCount, of: new))
    )
    guard old.0 != now.0 || old.1 != now.1 else { return }
    observer.note(
      "\(path.printable) is of another recording or another result: "
        + "digest \(digest.printable) over \((old.1 ?? "?").printable) events, "
        + "not \(now.0 ?? "?") over \(now.1 ?? "?")"
    )
  }

  /// Returns the changes from the baseline to a new profile.
  package func difference(to new: Profile) throws(TrialError) -> ProfileDifference {
    guard !new.samples.isEmpty else {
      throw TrialError("no sample was taken, so nothing can be compared with \(path.printable)")
    }
    do { return try ProfileDifference(before: profile, after: new) } catch {
      throw TrialError(about: path, "\(error)".printable)
    }
  }
}
