extension ArrivalPlan {
  /// A plan whose events are counted.
  init(
    _ shape: ArrivalShape,
    _ arrivals: Arrivals,
    count: Int,
    lastOffset: Int64
  ) {
    self.shape = shape
    self.arrivals = arrivals
    self.count = count
    self.lastOffset = lastOffset
    isCountExact = true
    limit = count
    end = nil
  }

  /// A plan that goes as far as `length`.
  init(
    _ shape: ArrivalShape,
    _ arrivals: Arrivals,
    _ length: PlanLength
  ) throws(ArrivalPlanError) {
    switch length {
    case .events(let count):
      guard count > 0 else { throw .emptyLength }
      let last =
        if shape.isRandom { Self.last(of: shape, arrivals, count) } else {
          shape.offset(at: count - 1)
        }
      guard let last else { throw .tooLong }
      self.init(shape, arrivals, count: count, lastOffset: last)
    case .nanoseconds(let duration):
      guard duration > 0 else { throw .emptyLength }
      if shape.isRandom {
        self.init(shape, arrivals, until: duration)
      } else {
        let count = Self.count(of: shape, before: duration, upTo: .max)
        self.init(
          shape,
          arrivals,
          count: count,
          lastOffset: count > 0 ? shape.offset(at: count - 1) ?? 0 : 0
        )
      }
    }
  }

  /// A random plan that ends at a time: its events are counted if they are fewer than `most`.
  init(
    _ shape: ArrivalShape,
    _ arrivals: Arrivals,
    until duration: Int64,
    counting most: Int = Self.countedEvents
  ) {
    self.shape = shape
    self.arrivals = arrivals
    var walk = ArrivalWalk(
      ArrivalPlan(shape, arrivals, count: most, lastOffset: 0)
    )
    var last: Int64 = 0
    while !walk.isDone, walk.due < duration {
      last = walk.due
      walk.advance()
    }
    let counted = walk.index
    if counted < most {
      (count, limit, isCountExact, lastOffset) = (counted, counted, true, last)
      end = nil
      return
    }
    let rest = Double(duration - last) / shape.meanGap
    count = counted + Int(rest)
    (limit, isCountExact, lastOffset) = (.max, false, duration - 1)
    end = duration
  }

  /// When the last of `count` random events is due, or about then if they are many; nil if that is beyond
  /// the clock.
  private static func last(
    of shape: ArrivalShape,
    _ arrivals: Arrivals,
    _ count: Int
  ) -> Int64? {
    guard count <= countedEvents else {
      let mean = Double(count) * shape.meanGap
      return mean < 0x1p62 ? Int64(mean) : nil
    }
    var walk = ArrivalWalk(ArrivalPlan(shape, arrivals, count: count, lastOffset: 0))
    let last = walk.seek(count - 1)
    return last == .max ? nil : last
  }

  /// How many of the first `most` events are due before `time`, if that is known of each by itself.
  private static func count(of shape: ArrivalShape, before time: Int64, upTo most: Int) -> Int {
    var low = 0
    var high = most
    while low < high {
      let middle = low + (high - low) / 2
      if let offset = shape.offset(at: middle), offset < time {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }

  /// How many of the first `most` events are due before `time` ns; about so many if that takes too many
  /// random gaps.
  ///
  /// - Complexity: O(log events), but that of a random plan O(events), some 50 ms at most.
  func count(before time: Int64, upTo most: Int) -> Int {
    guard shape.isRandom else { return Self.count(of: shape, before: time, upTo: most) }
    var walk = ArrivalWalk(self)
    while walk.index < most, !walk.isDone, walk.due < time {
      guard walk.index < Self.countedEvents else {
        return Swift.min(most, walk.index + Int(Double(time - walk.due) / shape.meanGap))
      }
      walk.advance()
    }
    return walk.index
  }
}
