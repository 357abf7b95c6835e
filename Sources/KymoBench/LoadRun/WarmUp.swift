/// How many events at the start of a run are dispatched but not measured.
public enum WarmUp: Sendable, Equatable {
  /// A tenth of the events or the first second of the plan, whichever is more, but at most half.
  case automatic
  /// So many events, at most all.
  case events(Int)

  /// The number of events for `plan`.
  ///
  /// - Complexity: O(log events).
  func count(for plan: ArrivalPlan) -> Int {
    switch self {
    case .events(let count): return min(max(count, 0), plan.count)
    case .automatic:
      var low = 0
      var high = plan.count
      while low < high {
        let middle = (low + high) / 2
        if plan.offsets[middle] < 1_000_000_000 { low = middle + 1 } else { high = middle }
      }
      return min(max(low, (plan.count + 9) / 10), plan.count / 2)
    }
  }
}
