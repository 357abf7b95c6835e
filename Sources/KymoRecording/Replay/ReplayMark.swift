/// A moment of a replay at which nothing is on its way: what was dispatched lies before, and the rest after.
public enum ReplayMark: Sendable, Equatable {
  /// The range begins: what was dispatched so far was to warm the app up.
  case rangeBegins
  /// The first of several rounds has ended.
  ///
  /// - Parameters:
  ///   - next: when the second begins, in ns.
  ///   - period: how long after a round the next one begins, in ns.
  case firstRoundEnded(next: Int64, period: Int64)
  /// The range has ended; events that wait are dispatched now, each at its time, and raise nothing any more.
  ///
  /// - Parameter isCut: whether the session goes on, so that these happen in another way there.
  case rangeEnded(isCut: Bool)
}
