/// Where the audio files of the phone are kept.
public enum SandboxStorage: Sendable, Hashable {
  /// In memory; nothing touches the disk.
  case memory
  /// In a directory that exists.
  case directory(path: String)
}
