public import KymoCore

/// The outcome of an event, on its way from the dispatching thread to the one that answers.
@frozen @usableFromInline struct ServedOutcome: BitwiseCopyable, Sendable {
  /// The time of the event in ns.
  var timestamp: Int64
  /// Its number in the order of dispatch.
  var index: UInt64
  /// The cause that a text answers.
  var cause: ReplyCause
  /// The content that came, if it is numbers: an acceleration or coordinates.
  var numbers: Acceleration
  var sequence: UInt32
  var command: CommandID
  var errorCode: UInt16
  var source: SourceID
  var status: OutcomeStatus
  var replyKind: ReplyKind
  /// Whether the reply comes with a later event.
  var isReplyLater: Bool
  /// Whether no handler was to see the event.
  var isPassed: Bool
}
