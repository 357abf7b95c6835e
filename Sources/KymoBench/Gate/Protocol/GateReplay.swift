/// The replay of the recording by one build.
public struct GateReplay: Sendable, Equatable {
  /// The digest of everything that the handlers did.
  public let digest: String
  /// How many events there were.
  public let events: Int
  /// The app whose handlers ran; nil if the build does not say.
  public let app: String?

  /// States a replay.
  public init(digest: String, events: Int, app: String? = nil) {
    self.digest = digest
    self.events = events
    self.app = app
  }
}
