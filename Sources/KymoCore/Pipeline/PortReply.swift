/// A reply on its way to another thread, beside its text.
@frozen public struct PortReply: BitwiseCopyable, Sendable, Equatable {
  /// What it answers.
  public var cause: ReplyCause
  /// The time of the event that brought it, in ns.
  public var timestamp: Int64
  /// The command of that event.
  public var command: CommandID
  /// The number of that event in the order of dispatch, from 0.
  public var index: UInt64
}
