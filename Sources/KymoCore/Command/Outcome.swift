/// The outcome of dispatching one event.
@frozen public struct Outcome: BitwiseCopyable, Sendable {
  /// The number of the event in the order of dispatch, from 0.
  public var index: UInt64
  /// How the request ended.
  public var status: OutcomeStatus
  /// The stage in which it ended: ``Stage/view`` if all ran.
  public var stage: Stage
  /// Which handler of that stage ended it, from 0; 0 if all ran.
  public var handler: UInt8
  /// The meaning of ``reply``.
  public var replyKind: ReplyKind
  /// The code of the ``HandlerError``, or 0.
  public var errorCode: UInt16
  /// Whether a handler said that the reply comes later: ``Exchange/replyLater()``.
  ///
  /// It is for who waits for replies, and in no digest.
  public var isReplyLater = false
  /// The reply.
  public var reply: Payload

  /// Puts an outcome together; everything but the index and the status defaults to "all ran, no reply".
  @inlinable public init(
    index: UInt64,
    status: OutcomeStatus,
    stage: Stage = .view,
    handler: UInt8 = 0,
    errorCode: UInt16 = 0,
    replyKind: ReplyKind = .none,
    reply: Payload = Payload()
  ) {
    self.index = index
    self.status = status
    self.stage = stage
    self.handler = handler
    self.errorCode = errorCode
    self.replyKind = replyKind
    self.reply = reply
  }
}
