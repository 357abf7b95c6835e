public import KymoBench

/// The subject of a benchmark, and its place: two results are comparable only if it is the same.
public struct BenchSubject: Sendable, Equatable {
  /// The recording, as the user named it.
  public var recording: String
  /// The digest of the events that it gave, as it is printed; nil if it is unknown.
  ///
  /// Where both sides know it, it decides, so that a recording may be renamed or moved.
  public var inputDigest: String?
  /// The application that handles the events.
  public var app: String
  /// Whose rules hold for the page's calls, `strict` or `legacy`; nil without a page.
  public var mode: String?
  /// The machine; nil if it is unknown.
  ///
  /// Where both sides know it, it decides: times say nothing about those of another machine.
  public var machine: BenchMachine?

  /// Names a subject.
  public init(
    recording: String,
    inputDigest: String?,
    app: String,
    mode: String?,
    machine: BenchMachine? = nil
  ) {
    self.recording = recording
    self.inputDigest = inputDigest
    self.app = app
    self.mode = mode
    self.machine = machine
  }

  /// How the subject of a baseline differs from this one, in words; nil if it does not.
  public func difference(from baseline: BenchSubject) -> String? {
    let isSameInput: Bool
    if let inputDigest, let other = baseline.inputDigest {
      isSameInput = inputDigest == other
    } else {
      isSameInput = recording == baseline.recording
    }
    if !isSameInput {
      let (there, here) = (Self.input(baseline), Self.input(self))
      return "it is of another recording, or of another part of it: \(there) there, \(here) here"
    }
    if app != baseline.app { return "its app is \(baseline.app), not \(app)" }
    if mode != baseline.mode {
      return "its mode is \(baseline.mode ?? "none"), not \(mode ?? "none")"
    }
    if let machine, let other = baseline.machine, machine != other {
      return
        "it is of another machine, whose times say nothing here: \(other) there, \(machine) here"
    }
    return nil
  }

  private static func input(_ subject: BenchSubject) -> String {
    subject.recording + (subject.inputDigest.map { " (\($0))" } ?? "")
  }
}
