/// Why the phone did not do what a command asked of it.
public enum PhoneError: Error, Sendable, Hashable, CaseIterable, CustomStringConvertible {
  /// A system sound of five seconds or longer: 1500.
  case soundTooLong
  /// No file of that name was written in this session: 260.
  case noSuchFile
  /// A name that a file of the sandbox cannot have: 261.
  case invalidName
  /// A file that is not mono 16-bit PCM at 44.1 kHz in a CAF container: 262.
  case notAudio
  /// A recording is running already: 263.
  case alreadyRecording
  /// No recording is running: 264.
  case notRecording
  /// A picker is on the screen already: 265.
  case pickerIsOpen
  /// No picker is on the screen: 266.
  case pickerIsClosed
  /// A file that is longer than what the sandbox has left: 267.
  case recordingTooLong
  /// The disk, or the directory of the sandbox, refused: 268.
  case storage
  /// One file more than the sandbox holds: 269.
  case tooManyFiles
  /// One player more than play at once: 270.
  case tooManyPlayers

  /// The number of the error, which is part of an outcome: 256 and up, each its own.
  public var code: UInt16 {
    switch self {
    case .soundTooLong: 1500
    case .noSuchFile: 260
    case .invalidName: 261
    case .notAudio: 262
    case .alreadyRecording: 263
    case .notRecording: 264
    case .pickerIsOpen: 265
    case .pickerIsClosed: 266
    case .recordingTooLong: 267
    case .storage: 268
    case .tooManyFiles: 269
    case .tooManyPlayers: 270
    }
  }

  /// One sentence that says what is wrong.
  public var description: String {
    switch self {
    case .soundTooLong:
      "a system sound must be shorter than five seconds (the system's error -1500)"
    case .noSuchFile: "no audio file of this name was recorded in this session"
    case .invalidName: "this is no name of an audio file: 1 to 255 bytes, no folder, ending in .caf"
    case .notAudio: "the file is not mono 16-bit audio at 44.1 kHz in a CAF container"
    case .alreadyRecording: "a recording is running already"
    case .notRecording: "no recording of this name is running"
    case .pickerIsOpen: "a picker is on the screen already"
    case .pickerIsClosed: "no picker is on the screen"
    case .recordingTooLong: "the file is longer than what the sandbox has left"
    case .storage: "the directory of the sandbox cannot be used, or its disk refused"
    case .tooManyFiles: "the sandbox holds no more than \(AudioSandbox.maximumFiles) files"
    case .tooManyPlayers: "no more than \(AudioPlayer.maximumPlayers) files play at once"
    }
  }
}
