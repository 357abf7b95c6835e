/// The part of a plan that was measured: which events were due when, and when the last was done.
struct MeasuredSpan {
  /// How many events of the plan it has.
  let count: Int
  private let first: Int64
  private let last: Int64
  private let end: Int64

  /// Takes `count` events that were due from `first` to `last`, and done by `end`, in ns after the start of
  /// the run.
  init(count: Int, first: Int64, last: Int64, end: Int64) {
    self.count = count
    self.first = count > 0 ? first : 0
    self.last = count > 0 ? last : 0
    self.end = max(end, self.last)
  }

  /// Looks at `places` of `plan`.
  ///
  /// - Precondition: the plan has those places.
  init(_ plan: ArrivalPlan, _ places: Range<Int>, end: Int64) {
    var walk = plan.makeIterator()
    func offset(at place: Int) -> Int64 { plan.shape.offset(at: place) ?? walk.seek(place) }
    self.init(
      count: places.count,
      first: places.isEmpty ? 0 : offset(at: places.lowerBound),
      last: places.isEmpty ? 0 : offset(at: places.upperBound - 1),
      end: end
    )
  }

  /// When the first was due and the last was done, in ns after the start of the run.
  var nanoseconds: ClosedRange<Int64> { first...end }

  /// The mean rate at which the events were due, in events/s; 0 if it is not defined.
  var offeredRate: Double { rate(count, to: last) }

  /// The mean rate at which `doneCount` of them were done, in events/s; 0 if it is not defined.
  func achievedRate(_ doneCount: Int) -> Double { rate(doneCount, to: end) }

  private func rate(_ count: Int, to time: Int64) -> Double {
    count > 1 && time > first ? Double(count - 1) * 1e9 / Double(time - first) : 0
  }
}
