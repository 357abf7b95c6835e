public import KymoRecording

/// What an export is told of a session before its events come.
public struct ExportSession {
  /// The channels that were chosen.
  public var channels: [ExportChannel]
  /// The session's description of itself.
  public var description: SessionDescription
  /// The name of the recording, without its folder and ending.
  public var name: String
  /// The time of the recording's first input, in ns.
  public var start: Int64
  /// How far the ticks of a resampling are apart, in ns; nil without one.
  public var interval: Int64?

  /// Takes all of it.
  public init(
    _ channels: [ExportChannel],
    _ description: SessionDescription,
    name: String,
    start: Int64,
    interval: Int64? = nil
  ) {
    self.channels = channels
    self.description = description
    self.name = name
    self.start = start
    self.interval = interval
  }
}
