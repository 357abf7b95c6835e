public import KymoCore
package import KymoHistogram

/// Latency under load: events sent at the times of a plan, whether or not the system keeps up.
///
/// The load is open: a slow answer does not hold back the next question, and every latency counts
/// from when its event was *due*. A stall therefore shows with its full weight, and a system that
/// is offered more than it can do gets a result that says so, marked as invalid.
///
///     let plan = try ArrivalPlan.constant(rate: 100_000, length: .nanoseconds(10_000_000_000))
///     let run = try LoadRun(Workload(events: events), plan: plan)
///     let result = run.run(table: try CommandTable(map))
///     if let p99 = result.overall.response.p99 { print("p99: \(p99) ns") }
@frozen public struct LoadRun: Sendable {
  /// The events that are sent, and repeated until the plan is through.
  public let workload: Workload
  /// When.
  public let plan: ArrivalPlan
  /// How.
  public let configuration: LoadConfiguration
  /// How many events at the start are not measured, unless the warm-up ends once it is stable.
  public let warmUpCount: Int

  /// After how many events at most the dispatcher gives their slots back and looks whether to stop.
  public static var maximumRun: Int { 256 }

  /// Of how many slow events at most it can be noted what was going on.
  public static var maximumTail: Int { 1000 }
  /// One event in so many at most can be timed.
  public static var maximumSampleInterval: Int { 1_000_000 }

  /// Checks that the run can be made.
  ///
  /// - Throws: why it cannot.
  public init(
    _ workload: Workload,
    plan: ArrivalPlan,
    configuration: LoadConfiguration = LoadConfiguration()
  ) throws(LoadRunError) {
    guard plan.count > 0 else { throw .emptyPlan }
    guard 1...SPSCRing<Event>.maximumCapacity ~= configuration.queueCapacity else {
      throw .queueCapacity(configuration.queueCapacity)
    }
    guard 0...Self.maximumTail ~= configuration.tailCount else {
      throw .tailCount(configuration.tailCount)
    }
    guard 1...Self.maximumSampleInterval ~= configuration.sampleInterval else {
      throw .sampleInterval(configuration.sampleInterval)
    }
    guard workload.reaches(plan.mostEvents) else { throw .timestamps }
    self.workload = workload
    self.plan = plan
    self.configuration = configuration
    warmUpCount = configuration.warmUp.count(for: plan)
  }

  /// A histogram of times from 1 ns to 1 h, to 3 digits: 264 KiB.
  ///
  /// A longer time is counted as out of range and makes the run invalid.
  package static func makeHistogram() -> Histogram {
    Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
  }

  /// A queue whose arena has room for `messageCount` of the longest messages.
  @usableFromInline func makeQueue(messageCount: Int) -> EventQueue {
    let arenaBytes = workload.longestMessage.map {
      max(configuration.arenaBytes, messageCount * $0, 1)
    }
    return EventQueue(
      minimumCapacity: configuration.queueCapacity,
      arenaBytes: arenaBytes ?? 0,
      whenFull: configuration.overflow
    )
  }
}
