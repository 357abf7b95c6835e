/// How many events at the start of a run are dispatched but not measured.
public enum WarmUp: Sendable, Equatable {
  /// Until the medians of the response times agree within 2 % in three windows of a fiftieth of the
  /// plan each, and at most half of the plan.
  ///
  /// The events in the queue by then belong to the warm-up too. A plan that is too short for that
  /// gets a tenth of its events or its first second, whichever is more, but at most half.
  case automatic
  /// So many events, at most all.
  case events(Int)
  /// This share of the events, from 0 to 1.
  case share(Double)
  /// The events that are due in the first so many ns.
  case nanoseconds(Int64)

  /// The number of events for `plan`, unless they are watched.
  ///
  /// - Complexity: that of ``ArrivalPlan/count(before:upTo:)``.
  func count(for plan: ArrivalPlan) -> Int {
    switch self {
    case .events(let count): min(max(count, 0), plan.count)
    case .share(let share):
      Int((min(max(share, 0), 1) * Double(plan.count)).rounded())
    case .nanoseconds(let time): plan.count(before: time, upTo: plan.count)
    case .automatic:
      min(
        max(plan.count(before: 1_000_000_000, upTo: plan.count / 2), (plan.count + 9) / 10),
        plan.count / 2
      )
    }
  }
}
