public import KymoCore
public import Synchronization

/// A sink that wastes time on every event: a slowdown made on purpose, to see whether it is noticed.
///
/// The time goes into atomic additions in sequential order, of some 5 ns each. Plain arithmetic would be
/// done by the processor beside the handlers' own, and cost nothing. No clock is read, and nothing is
/// allocated.
@frozen public struct Handicap: OutcomeSink {
  /// How many additions each event costs.
  public let steps: Int
  /// The sum of the additions.
  @usableFromInline let sum = Sum()

  @usableFromInline final class Sum: Sendable {
    @usableFromInline let value = Atomic<UInt64>(0)

    @usableFromInline init() {}
  }

  /// Wastes so many additions on each event; with 0, nothing.
  ///
  /// - Precondition: `steps` is not negative.
  public init(steps: Int = 0) {
    precondition(steps >= 0, "\(steps) steps cannot be made")
    self.steps = steps
  }

  /// Wastes at least about so many ns on each event, by the speed of this machine at this moment.
  ///
  /// - Complexity: some milliseconds, for the calibration, unless it is 0.
  public init(nanoseconds: Int, clock: some NanosecondClock = MonotonicClock()) {
    guard nanoseconds > 0 else {
      self.init()
      return
    }
    let trial = Handicap(steps: 1 << 12)
    var fastest = Int64.max
    for _ in 0..<64 {
      let start = clock.now
      trial.waste()
      fastest = min(fastest, clock.now - start)
    }
    let steps = Double(nanoseconds) * Double(trial.steps) / Double(max(fastest, 1))
    self.init(steps: max(1, Int(steps.rounded(.up))))
  }

  /// How many additions were made.
  public var count: UInt64 { sum.value.load(ordering: .relaxed) }

  /// Wastes the time.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    waste()
  }

  @inlinable func waste() {
    for _ in 0..<steps { sum.value.wrappingAdd(1, ordering: .sequentiallyConsistent) }
  }
}
