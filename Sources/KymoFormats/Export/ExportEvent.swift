/// An event of a recording on its way out; its data travels beside it.
public struct ExportEvent {
  /// The place of its channel in ``ExportSession/channels``.
  public var channel: Int
  /// Its time in ns, as recorded; of a resampled one that of the tick.
  public var time: Int64

  /// Names channel and time.
  public init(channel: Int, time: Int64) {
    self.channel = channel
    self.time = time
  }
}
