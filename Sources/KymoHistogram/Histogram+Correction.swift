extension Histogram {
  /// Counts `value` and the values that a stalled closed-loop tester did not get to measure.
  ///
  /// Those are `value` − `expectedInterval`, `value` − 2 · `expectedInterval` and so on, down to
  /// `expectedInterval`. A tester with an open-loop schedule measures from the intended start and must *not* use
  /// this: it would correct twice. With an `expectedInterval` of 0 or less nothing is added.
  ///
  /// - Complexity: O(`layout.highestCountable` / `expectedInterval`), without allocation.
  public func recordCorrected(_ value: Int64, expectedInterval: Int64) {
    record(value)
    guard expectedInterval > 0, value > expectedInterval else { return }
    var missing = value - expectedInterval
    if missing > layout.highestCountable {
      // Out of range: counted by arithmetic, as the loop could take forever.
      let above = (missing - layout.highestCountable - 1) / expectedInterval + 1
      let outside = Swift.min(above, missing / expectedInterval)
      record(missing, count: outside)
      missing -= outside * expectedInterval
    }
    while missing >= expectedInterval {
      record(missing)
      missing -= expectedInterval
    }
  }
}
