/// One row of a command table: where each stage's handlers lie in the one flat array.
@frozen @usableFromInline struct CommandPlan {
  @usableFromInline var validate: UInt32
  @usableFromInline var business: UInt32
  @usableFromInline var view: UInt32
  @usableFromInline var error: UInt32
  @usableFromInline var end: UInt32
  /// 1 + the index of the batch handler, or 0.
  @usableFromInline var batch: UInt32
  /// How a request ends that nothing stops.
  @usableFromInline var status: OutcomeStatus

  @usableFromInline init(from start: UInt32, status: OutcomeStatus) {
    validate = start
    business = start
    view = start
    error = start
    end = start
    batch = 0
    self.status = status
  }
}
