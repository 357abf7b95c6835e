/// Why a series of recordings cannot be read, and which one is to blame.
public struct SessionPartError: Error, Sendable {
  /// The number of the recording, from 0.
  public var part: Int
  /// The reason.
  public var error: SessionError
}
