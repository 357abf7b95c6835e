/// One stage of one event.
public struct StageSlice: Sendable, Equatable {
  /// The thread.
  public var thread: Int
  /// The command of the event.
  public var command: String
  /// The stage.
  public var stage: String
  /// The handler; nil for the stage as a whole.
  public var handler: String?
  /// When it began, in ns since the run did.
  public var start: Int64
  /// How long it took, in ns.
  public var duration: Int64
  /// Where the event came from.
  public var source: UInt16
  /// Its number there.
  public var sequence: UInt64

  /// A stage of an event.
  public init(
    thread: Int,
    command: String,
    stage: String,
    handler: String? = nil,
    start: Int64,
    duration: Int64,
    source: UInt16,
    sequence: UInt64
  ) {
    self.thread = thread
    self.command = command
    self.stage = stage
    self.handler = handler
    self.start = start
    self.duration = duration
    self.source = source
    self.sequence = sequence
  }
}
