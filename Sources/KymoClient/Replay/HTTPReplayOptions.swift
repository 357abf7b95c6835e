/// How a capture is sent again.
public struct HTTPReplayOptions: Sendable {
  /// How fast, as a multiple of the capture; nil for as fast as replies come.
  public var speed: Double?
  /// How long a connection may take to be made, in ns; default 5 s.
  public var connectTimeoutNanoseconds: Int64 = 5_000_000_000
  /// How long a reply may take, in ns; default 30 s.
  public var replyTimeoutNanoseconds: Int64 = 30_000_000_000
  /// How much of a reply is taken.
  public var limits = ResponseLimits()

  /// As fast as replies come.
  public init() {}
}
