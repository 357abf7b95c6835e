import KymoCommandLine
import KymoProfile
import KymoText

/// The former profile of `--baseline`, which a new one is compared with.
struct ProfileBaseline {
  /// What a profile calls the digest of every run.
  static let digest = "digest"
  /// What a profile calls the number of events that a run dispatches.
  static let eventCount = "events in each run"
  /// What a profile calls the hash of the program that it is of.
  static let program = "program"
  /// What a profile of a program without names says of it.
  static let nameless = "stripped"

  /// How many functions the terminal shows.
  static let rows = 15

  private let path: String
  private let profile: Profile

  /// Reads it; nil if none was named.
  ///
  /// - Throws: why it cannot be read, or that it has no samples.
  init?(_ arguments: ParsedArguments) throws(CommandFailure) {
    guard let path = arguments.textIfGiven("baseline") else { return nil }
    guard !arguments.isGiven("tail") else {
      throw .usage("--baseline compares samples, and --tail takes none")
    }
    let text = try UnsafeTextFile.read(path, limit: ProfileReader.maximumBytes)
    do { profile = try ProfileReader.read(Array(text.utf8), name: path) } catch {
      throw CommandFailure(
        file: path,
        "\(error)".printable,
        remedy: "a baseline is a former --export json, or folded"
      )
    }
    guard !profile.samples.isEmpty else {
      throw CommandFailure(file: path, "it has no samples to compare with")
    }
    self.path = path
  }

  private func value(_ name: String, of profile: Profile) -> String? {
    profile.notes.first { $0.name == name }?.value
  }

  /// Says what the baseline is of, where that is not what was profiled now.
  func note(against new: Profile, _ console: inout Console) {
    // Folded stacks say nothing of where they come from.
    guard let app = value("app", of: profile) else {
      return console.note("\(path.printable): it does not say what it is a profile of")
    }
    noteRecording(against: new, &console)
    if app != value("app", of: new) {
      console.note("\(path.printable) is of another app: \(app.printable)")
    }
    if let program = value(Self.program, of: profile), program != value(Self.program, of: new) {
      console.note("\(path.printable) is of another build: functions are compared by their names")
    }
    if value(Self.nameless, of: profile) != value(Self.nameless, of: new) {
      let which = value(Self.nameless, of: new) == nil ? path.printable : "this one"
      console.note("\(which) is of a stripped build, whose functions have no names to compare")
    }
    if let commit = value("commit", of: profile), commit != value("commit", of: new) {
      console.note("\(path.printable) is of commit \(commit.printable)")
    }
  }

  /// Says that something else was replayed: what a recording is called and where it lies, is nobody's business.
  private func noteRecording(against new: Profile, _ console: inout Console) {
    guard let digest = value(Self.digest, of: profile) else {
      return console.note("\(path.printable): it does not say which recording it is of")
    }
    let (old, now) = (
      (digest, value(Self.eventCount, of: profile)),
      (value(Self.digest, of: new), value(Self.eventCount, of: new))
    )
    guard old.0 != now.0 || old.1 != now.1 else { return }
    console.note(
      "\(path.printable) is of another recording or another result: "
        + "digest \(digest.printable) over \((old.1 ?? "?").printable) events, "
        + "not \(now.0 ?? "?") over \(now.1 ?? "?")"
    )
  }

  /// What changed.
  func difference(to new: Profile) throws(CommandFailure) -> ProfileDifference {
    guard !new.samples.isEmpty else {
      throw CommandFailure("no sample was taken, so nothing can be compared with \(path.printable)")
    }
    do { return try ProfileDifference(before: profile, after: new) } catch {
      throw CommandFailure(file: path, "\(error)".printable)
    }
  }

  /// Prints which functions took more, and which less.
  func print(_ difference: ProfileDifference, to console: inout Console) {
    console.print("")
    console.printHeading("functions whose share changed most, against \(path.printable)")
    var text = FunctionChange.table(difference.functions, maximumRows: Self.rows)
    if text.hasSuffix("\n") { text.removeLast() }
    console.print(text)
    console.print(
      HelpText.fill(
        HelpText.words(
          "the error is that of sampling alone, and two runs at two times are compared: whether a build is "
            + "slower is for a gate to say"
        ),
        width: console.terminal.width,
        first: "",
        next: ""
      )
    )
  }
}
