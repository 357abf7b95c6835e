package import KymoCore
import KymoHistogram

/// Counts what a server answers, in whatever order the replies come: for load that goes out of this process.
///
/// All times are in ns after the start of the run. A request is taken up when its generator first sees that
/// it is due; it may wait then for a connection, and is sent. Its slip is the first part, its queueing the
/// second, its service what is left: together they are the response time, which counts from the intended
/// start.
///
/// After `init` it allocates nothing until the result is asked for.
package struct RequestLedger: ~Copyable {
  private let plan: ArrivalPlan
  private let configuration: LoadConfiguration
  private let names: [String]
  private let cells: [CommandHistograms]
  private var statuses: [StatusCounts]
  private var missed: [Int64]
  private let slips = LoadRun.makeHistogram()
  private var timeline: TimelineCounts
  private var watch: StabilityWatch?
  private var warmUpPlace: Int
  private var answeredCount = 0
  private var lastDone: Int64 = 0
  /// When the first request that is measured was due, and the last that was taken up.
  private var measured: (first: Int64, last: Int64) = (0, 0)
  /// How many requests were taken up.
  package private(set) var takenCount = 0

  /// Makes room for everything.
  ///
  /// - Parameters:
  ///   - plan: when the requests are due.
  ///   - names: the names of the commands that they are.
  ///   - configuration: the warm-up, the deadline, and what makes the run invalid.
  /// - Precondition: the plan has requests.
  package init(_ plan: ArrivalPlan, names: [String], configuration: LoadConfiguration) {
    self.plan = plan
    self.configuration = configuration
    self.names = names
    cells = names.map { _ in CommandHistograms() }
    statuses = Array(repeating: StatusCounts(), count: names.count)
    missed = Array(repeating: 0, count: names.count)
    timeline = TimelineCounts(plan)
    let window = max(LoadRun.minimumWindow, plan.count / 50)
    if configuration.warmUp == .automatic, StabilityWatch.agreeing * window < plan.count / 2 {
      watch = StabilityWatch(windowCount: window)
      warmUpPlace = plan.count / 2
    } else {
      warmUpPlace = configuration.warmUp.count(for: plan)
    }
  }

  /// Starts a thread that tells how the run goes on, which has to end before this does; nil if nobody wants to be told.
  package func liveWatch() -> LiveWatch? {
    LiveWatch(configuration, timeline.window, ring: nil, original: nil)
  }

  /// The next request is taken up, which was due at a time.
  package mutating func take(at time: Int64, due: Int64) {
    if takenCount >= warmUpPlace { slips.record(time - due) }
    if takenCount <= warmUpPlace { measured.first = due }
    measured.last = due
    takenCount += 1
  }

  /// A request was answered.
  ///
  /// - Parameters:
  ///   - place: which one of the plan.
  ///   - command: the place of its command's name.
  ///   - due: when it was due.
  ///   - taken: when it was taken up.
  ///   - sent: when it was sent.
  ///   - done: when the last byte of the reply was there.
  ///   - status: what the reply says.
  package mutating func answer(
    _ place: Int,
    command: Int,
    due: Int64,
    taken: Int64,
    sent: Int64,
    done: Int64,
    status: OutcomeStatus
  ) {
    let response = done - due
    timeline.record(response, dueAnywhere: due)
    guard place >= warmUpPlace else {
      // What was taken up by now belongs to the warm-up, too.
      if watch?.note(response) == true { warmUpPlace = min(warmUpPlace, takenCount) }
      return
    }
    let cell = cells[command]
    cell.response.record(response)
    cell.service.record(done - sent)
    cell.slip.record(taken - due)
    cell.queueing.record(sent - taken)
    statuses[command][status] += 1
    if let deadline = configuration.deadlineNanoseconds, response > deadline {
      missed[command] += 1
    }
    answeredCount += 1
    lastDone = max(lastDone, done)
  }

  /// Sums up what was measured.
  ///
  /// - Parameters:
  ///   - sentCount: how many requests of the plan were sent, or at least tried.
  ///   - isInterrupted: whether somebody stopped the run.
  ///   - neverSentCount: how many were taken up and never sent.
  ///   - unansweredCount: how many were sent, and had no reply when the run was over.
  ///   - reasons: what else speaks against the figures.
  ///   - process: what the system counted for this process.
  ///   - platform: what the machine contributed.
  /// - Returns: the result.
  package func result(
    sentCount: Int,
    isInterrupted: Bool,
    neverSentCount: Int = 0,
    unansweredCount: Int = 0,
    reasons: [InvalidReason],
    process: ProcessCounts?,
    platform: LoadPlatform
  ) -> LoadResult {
    let warmUpCount = min(warmUpPlace, takenCount)
    let span = MeasuredSpan(
      count: takenCount - warmUpCount,
      first: measured.first,
      last: measured.last,
      end: lastDone
    )
    let offered = OfferedLoad(
      arrivals: plan.arrivals,
      // Of a plan that was not counted in advance it is known at its end.
      plannedCount: isInterrupted || plan.isCountExact ? max(plan.count, takenCount) : takenCount,
      count: sentCount,
      isInterrupted: isInterrupted,
      rate: span.offeredRate,
      slips: slips,
      drops: [(.neverSent, neverSentCount), (.unanswered, unansweredCount)]
        .filter { $0.1 > 0 }.map { LoadDrop(place: $0, count: $1) }
    )
    let hasDeadline = configuration.deadlineNanoseconds != nil
    let commands = names.indices.map { index in
      CommandReport(
        name: names[index],
        cells[index],
        statuses: statuses[index],
        missedDeadlines: hasDeadline ? missed[index] : nil
      )
    }
    let outcome: WarmUpOutcome
    if let watch {
      outcome = watch.isStable ? .stable(medians: watch.medians) : .unstable(medians: watch.medians)
    } else {
      outcome = .fixed
    }
    let measured = MeasuredLoad(
      warmUpCount: warmUpCount,
      warmUp: outcome,
      rate: span.achievedRate(answeredCount),
      nanoseconds: span.nanoseconds,
      commands: commands,
      overall: CommandReport(name: "all", summing: commands),
      deadlineNanoseconds: configuration.deadlineNanoseconds,
      timeline: timeline.summary
    )
    let validity = LoadValidity(offered, measured, configuration)
    return LoadResult(
      offered: offered,
      measured: measured,
      validity: LoadValidity(reasons: validity.reasons + reasons),
      platform: platform,
      system: SystemObservations(process: process)
    )
  }
}
