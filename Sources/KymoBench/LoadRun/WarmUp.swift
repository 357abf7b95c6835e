/// How many events at the start of a run are dispatched but not measured.
public enum WarmUp: Sendable, Equatable {
  /// Until the medians of the response times agree within 2 % in three windows of a fiftieth of the
  /// plan each, and at most half of the plan.
  ///
  /// What is in the queue by then belongs to the warm-up too. A plan that is too short for that gets
  /// a tenth of its events or its first second, whichever is more, but at most half.
  case automatic
  /// So many events, at most all.
  case events(Int)
  /// This share of the events, from 0 to 1.
  case share(Double)
  /// What is due in the first so many ns.
  case nanoseconds(Int64)

  /// The number of events for `plan`, unless they are watched.
  ///
  /// - Complexity: O(log events).
  func count(for plan: ArrivalPlan) -> Int {
    switch self {
    case .events(let count): min(max(count, 0), plan.count)
    case .share(let share):
      Int((min(max(share, 0), 1) * Double(plan.count)).rounded())
    case .nanoseconds(let time): Self.count(before: time, in: plan)
    case .automatic:
      min(
        max(Self.count(before: 1_000_000_000, in: plan), (plan.count + 9) / 10),
        plan.count / 2
      )
    }
  }

  /// How many events are due before `time` ns.
  private static func count(before time: Int64, in plan: ArrivalPlan) -> Int {
    var low = 0
    var high = plan.count
    while low < high {
      let middle = (low + high) / 2
      if plan.offsets[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
