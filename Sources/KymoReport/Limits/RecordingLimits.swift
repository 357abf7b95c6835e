public import KymoBench

/// The limits of one recording that one app handles.
public struct RecordingLimits: Sendable, Equatable {
  /// The recording, as the user named it.
  public var recording: String
  /// The digest of its bytes, as it is printed.
  public var digest: String
  /// The application that handles it, and its page if that takes part.
  public var app: String
  /// Whose rules hold for the page's calls, `strict` or `legacy`; nil without a page.
  public var mode: String?
  /// The limits, in the order in which they were set.
  public var limits: [FigureLimit]
  /// The author's remark beside it.
  public var note: String?
  /// The line on which it begins; 0 if it is in no file yet.
  public var line: Int

  /// Collects the limits of a recording.
  public init(
    recording: String,
    digest: String,
    app: String,
    mode: String? = nil,
    limits: [FigureLimit] = [],
    note: String? = nil,
    line: Int = 0
  ) {
    self.recording = recording
    self.digest = digest
    self.app = app
    self.mode = mode
    self.limits = limits
    self.note = note
    self.line = line
  }

  /// Whether both are about the same app.
  func hasApp(of other: RecordingLimits) -> Bool { app == other.app && mode == other.mode }

  /// The app, and the mode if there is one.
  var appText: String { "'\(app)'" + (mode.map { " in \($0) mode" } ?? "") }
}
