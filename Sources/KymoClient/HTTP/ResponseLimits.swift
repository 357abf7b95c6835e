/// How much of a reply is taken.
public struct ResponseLimits: Sendable, Equatable {
  /// How many bytes the lines of a reply may have: its head, interim replies, chunk sizes and trailers.
  public var headBytes = 64 << 10
  /// How many bytes its body may have.
  public var bodyBytes: Int64 = 256 << 20
  /// How many interim replies may come before it.
  public var interimReplies = 16

  /// 64 KiB of lines, 256 MiB of body, 16 interim replies.
  public init() {}
}
