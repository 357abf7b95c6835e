import KymoCore

/// A place in a plan, which goes on from event to event; equal plans have equal walks.
///
/// Whoever needs to know when events are due walks for himself: a plan keeps none of their times.
public struct ArrivalWalk: IteratorProtocol, Sendable {
  /// The kind of a step.
  private enum Step: Sendable {
    case none
    case even
    case random
    case ramp
    case recorded
  }

  private let plan: ArrivalPlan
  private let step: Step
  private let limit: Int
  private let end: Int64?
  private let size: Int
  private let timestamps: [Int64]
  private let ramp: RampTiming?
  private var sum: ExactSum
  private var random: SplitMix64
  /// How many events of a burst are left after this one.
  private var left: Int
  /// Where in the recording it is.
  private var position = 0
  /// The place of the event in the plan; how many there are once ``isDone``.
  public private(set) var index = 0
  /// When it is due, in ns after the start of the run; the last event's time once ``isDone``.
  public private(set) var due: Int64 = 0
  /// Whether the last event was passed.
  public private(set) var isDone: Bool

  /// Begins at the first event.
  init(_ plan: ArrivalPlan) {
    self.plan = plan
    limit = plan.limit
    end = plan.end
    isDone = plan.limit == 0
    if case .ramp(let timing) = plan.shape { ramp = timing } else { ramp = nil }
    switch plan.shape {
    case .immediate:
      (step, size, timestamps) = (.none, 1, [])
      (sum, random) = (ExactSum(ExactRatio(1, over: 1)), SplitMix64(seed: 0))
    case .even(let ratio, let size):
      (step, self.size, timestamps) = (.even, size, [])
      (sum, random) = (ExactSum(ratio), SplitMix64(seed: 0))
    case .random(let ratio, let size, let seed):
      (step, self.size, timestamps) = (.random, size, [])
      (sum, random) = (ExactSum(ratio), SplitMix64(seed: seed))
      sum.add(random.nextExponential())
      due = sum.nanoseconds
      if let end, due >= end { isDone = true }
    case .ramp:
      (step, size, timestamps) = (.ramp, 1, [])
      (sum, random) = (ExactSum(ExactRatio(1, over: 1)), SplitMix64(seed: 0))
    case .recorded(let timing):
      (step, size, timestamps) = (.recorded, 1, timing.timestamps)
      (sum, random) = (ExactSum(timing.ratio), SplitMix64(seed: 0))
    }
    left = size - 1
  }

  /// Goes on to the next event.
  ///
  /// - Precondition: not ``isDone``.
  /// - Complexity: O(1), without allocation.
  public mutating func advance() {
    index += 1
    guard index < limit else {
      isDone = true
      return
    }
    if left > 0 {
      left -= 1
      return
    }
    left = size - 1
    switch step {
    case .none: return
    case .even: sum.addUnit()
    case .random: sum.add(random.nextExponential())
    case .ramp:
      // The plan has no event after the end.
      due = ramp?.offset(at: index) ?? due
      return
    case .recorded: addRecorded()
    }
    let next = sum.nanoseconds
    if let end, next >= end { isDone = true } else { due = next }
  }

  /// Adds the time from one event of the recording to the next; after the last comes one mean gap.
  private mutating func addRecorded() {
    let last = timestamps.count - 1
    if position == last {
      position = 0
      // The span is a mean gap in these units.
      sum.add(UInt64(timestamps[last] - timestamps[0]))
      return
    }
    position += 1
    let gap = UInt64(timestamps[position] - timestamps[position - 1])
    let (units, overflow) = gap.multipliedReportingOverflow(by: UInt64(last))
    if overflow { sum.add(UInt128(gap) * UInt128(last)) } else { sum.add(units) }
  }

  /// When the event is due; the walk goes on to the next one.
  public mutating func next() -> Int64? {
    guard !isDone else { return nil }
    let offset = due
    advance()
    return offset
  }

  /// Goes to a place, or as far as the plan goes; back only from the start.
  ///
  /// - Returns: when the event there is due, or the last one.
  /// - Complexity: O(places between).
  mutating func seek(_ place: Int) -> Int64 {
    if place < index { self = ArrivalWalk(plan) }
    while index < place, !isDone { advance() }
    return due
  }
}
