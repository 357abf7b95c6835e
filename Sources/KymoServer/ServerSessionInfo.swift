/// Facts about the served session that a client may know.
public struct ServerSessionInfo: Sendable {
  /// The app whose handlers run.
  public var app: String
  /// The name of an error code.
  public var errorName: @Sendable (UInt16) -> String
  /// The file that the session is recorded in; nil if it is not recorded.
  public var recording: String?
  /// Whether clients may start and stop recordings.
  public var canRecord: Bool
  /// Why the recording cannot be written any more; nil as long as it can.
  ///
  /// Any thread may ask.
  public var recordingFailure: @Sendable () -> String? = { nil }
  /// How many of the session's events are in the recording; final once it has failed.
  ///
  /// Any thread may ask.
  public var recordedEvents: @Sendable () -> UInt64 = { 0 }
  /// Called once, as soon as the recording has failed, on the thread that receives.
  ///
  /// It gets why, and how many events that were accepted are not in the recording; none is accepted afterwards.
  public var noteRecordingFailure: @Sendable (_ reason: String, _ lost: UInt64) -> Void = { _, _ in
  }
  /// Why the capture of the traffic cannot be written any more; nil as long as it can, or if there is none.
  ///
  /// Any thread may ask.
  public var captureFailure: @Sendable () -> String? = { nil }

  /// Describes a session.
  public init(
    app: String,
    errorName: @escaping @Sendable (UInt16) -> String,
    recording: String? = nil,
    canRecord: Bool = false
  ) {
    self.app = app
    self.errorName = errorName
    self.recording = recording
    self.canRecord = canRecord
  }
}

/// Why a session ended.
public enum ServerOrder: Sendable, Equatable {
  /// A client wants the next one to be recorded.
  case record
  /// A client wants the recording to end.
  case stopRecording
  /// The server stops.
  case stop
}

/// A recording that clients may fetch.
public struct ServerRecording: Sendable, Equatable {
  /// Its name, which is the last part of its path.
  public var name: String
  /// Where it lies.
  public var path: String
  /// How large it is, in bytes.
  public var bytes: Int64

  /// Names a finished recording.
  public init(name: String, path: String, bytes: Int64) {
    self.name = name
    self.path = path
    self.bytes = bytes
  }
}
