/// Whether a consumer that has emptied its ring waits a moment before it looks again.
///
/// Close behind its producer, a consumer that looks at once takes the line away that the producer is writing,
/// for one or two elements each time; a moment later there are many. In a conversation, where the next element
/// comes only after an answer, the same moment is lost. So a pause that brought no more than one element is
/// followed by ever longer stretches without any, and one that paid ends them. An idle ring is polled
/// eagerly: the first event never waits.
@frozen @usableFromInline struct Patience: Sendable {
  /// The last look found a short run.
  @usableFromInline var isClose = false
  /// How many short runs go by without a pause.
  @usableFromInline var rest: UInt32 = 0
  /// How many it was the last time that a pause brought nothing.
  @usableFromInline var lastRest: UInt32 = 0

  /// Up to so many elements in one look are a short run.
  @inlinable static var shortRun: UInt64 { 32 }
  /// How many short runs go by without a pause at most.
  @inlinable static var longestRest: UInt32 { 1023 }

  @inlinable init() {}

  /// Whether the look that comes next is to be preceded by a pause.
  @inlinable var wantsPause: Bool { isClose && rest == 0 }

  /// Notes what a look found, and whether there was a pause before it.
  @inlinable mutating func note(found count: UInt64, afterPause paused: Bool) {
    if paused {
      lastRest = count > 1 ? 0 : min(lastRest &* 2 &+ 1, Self.longestRest)
      rest = lastRest
    } else if isClose && rest > 0 {
      rest &-= 1
    }
    isClose = count &- 1 < Self.shortRun
  }
}
