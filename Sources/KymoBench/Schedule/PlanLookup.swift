/// A few places of a plan, and what is due by a few times: looked up together, as a random plan has to be
/// gone through.
struct PlanLookup {
  private let plan: ArrivalPlan
  private var offsets: [Int: Int64] = [:]
  private var counts: [Int64: Int] = [:]

  /// Looks up when the events at `places` are due, and how many are due at `times` or before, in ns.
  ///
  /// - Complexity: O((places + times) · log), and that of going through a random plan as far as they go.
  init(_ plan: ArrivalPlan, places: [Int], times: [Int64]) {
    self.plan = plan
    guard plan.shape.isRandom else {
      for place in places where place < plan.limit { offsets[place] = plan.shape.offset(at: place) }
      for time in times where counts[time] == nil {
        counts[time] = plan.count(before: time == .max ? time : time + 1, upTo: plan.limit)
      }
      return
    }
    var places = Set(places).sorted()[...]
    var times = Set(times).sorted()[...]
    var walk = plan.makeIterator()
    while !walk.isDone, !places.isEmpty || !times.isEmpty {
      if walk.index == places.first {
        offsets[walk.index] = walk.due
        places.removeFirst()
      }
      while let time = times.first, time < walk.due {
        counts[time] = walk.index
        times.removeFirst()
      }
      walk.advance()
    }
    for time in times { counts[time] = walk.index }
  }

  /// When the event at one of the places is due, in ns; nil if the plan does not have it.
  func due(at place: Int) -> Int64? { offsets[place] }

  /// How many events are due at one of the times or before.
  func count(dueBy time: Int64) -> Int { counts[time] ?? 0 }
}
