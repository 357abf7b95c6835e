/// One row of a command table: where each stage's handlers lie in the one flat array.
@frozen @usableFromInline struct CommandPlan {
  @usableFromInline var validate: UInt32
  @usableFromInline var business: UInt32
  @usableFromInline var view: UInt32
  @usableFromInline var error: UInt32
  @usableFromInline var end: UInt32
  /// 1 + the index of the batch handler, or 0; ``passed`` in the row of the unknown command.
  @usableFromInline var batch: UInt32
  /// Where the dispatcher counts requests of this command that nothing stops.
  ///
  /// With it a row takes 32 bytes, and finding one is a shift.
  @usableFromInline let counter: UInt32
  /// Whether the handlers of validate, business and view are closures, every one.
  @usableFromInline var isOfClosures = false
  /// How a request ends that nothing stops.
  @usableFromInline let status: OutcomeStatus

  /// How far apart the counters of two commands lie: room for every status, and a power of two.
  @inlinable static var counterStride: Int { 8 }

  /// The value of ``batch`` where events have no handlers: the command is unknown, or they are only
  /// passed on.
  @inlinable static var passed: UInt32 { .max }

  @usableFromInline init(row: Int, from start: UInt32, status: OutcomeStatus) {
    counter = UInt32(row * Self.counterStride) + UInt32(status.rawValue)
    validate = start
    business = start
    view = start
    error = start
    end = start
    batch = 0
    self.status = status
  }
}
