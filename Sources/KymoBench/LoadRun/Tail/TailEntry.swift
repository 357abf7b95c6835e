/// The notes on one slow event while the run goes on; all times in ns after the start of the run.
@frozen @usableFromInline struct TailEntry: BitwiseCopyable, Sendable {
  /// The number of the event in the order of dispatch: of two that took equally long the first counts.
  @usableFromInline var ordinal = 0
  /// The place in the plan; for a raised event that of the input that let it come due.
  @usableFromInline var place = 0
  /// Whether the event is in the plan itself.
  @usableFromInline var isInput = true
  /// The index of its command in the ledger's list.
  @usableFromInline var row = 0
  /// When it was due.
  @usableFromInline var due: Int64 = 0
  /// When its handlers were through.
  @usableFromInline var done: Int64 = 0
  /// How long they took.
  @usableFromInline var service: Int64 = 0
  /// How late it was pushed, or the input that let it come due; negative if that is not known.
  @usableFromInline var lateness: Int64 = -1
  /// How many events the dispatcher took at once when it took this one.
  @usableFromInline var batch = 0
  /// The work that the dispatcher had been doing without a rest until it took this event up.
  @usableFromInline var busy = BusyPeriod()

  @inlinable init() {}

  /// How long after it was due it was done.
  @inlinable var response: Int64 { done &- due }

  /// Whether `other` belongs before this one in a list of the slowest.
  @inlinable func isBelow(_ other: TailEntry) -> Bool {
    response == other.response ? ordinal > other.ordinal : response < other.response
  }
}
