/// Which events are timed, and after which the clock is looked at so that they can be.
@frozen @usableFromInline struct LookSchedule {
  /// Whether some events are only counted.
  @usableFromInline let isSampled: Bool
  /// How many inputs are dispatched before the clock is looked at again.
  ///
  /// Until then events are only counted; then comes one after which there is a look, and then one that
  /// is timed. If all events are timed it is below every count.
  @usableFromInline var nearbyAt = Int.min
  /// Draws the distance to the next event that is timed.
  @usableFromInline var gaps: SampleGaps

  /// Draws the first event that is timed, if one in so many is.
  init(_ configuration: LoadConfiguration) {
    gaps = SampleGaps(mean: configuration.sampleInterval, seed: configuration.sampleSeed)
    isSampled = configuration.sampleInterval > 1
    if isSampled { nearbyAt = gaps.next() - 2 }
  }

  /// Goes on to the next event that is timed, after `inputCount` inputs.
  @inlinable @inline(always) mutating func advance(after inputCount: Int) {
    if isSampled { nearbyAt = inputCount &+ gaps.next() &- 2 }
  }

  /// One event more was counted, but no input.
  @inlinable @inline(always) mutating func passRaised() { nearbyAt &-= 1 }

  /// Goes back by as many inputs; the next event that is timed stays as far ahead as it was.
  @inlinable mutating func rewind(by inputCount: Int) {
    if isSampled { nearbyAt &-= inputCount }
  }
}
