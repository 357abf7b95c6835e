public import KymoCore
import KymoMCAP
public import KymoRecording

/// A page, an app's native side, and a session, on one thread and one logical clock.
///
/// The next step is always what comes first: an input of the session, what a handler has raised, a
/// call of the page, or the page's next turn. At one time, inputs and raised events go before the
/// page's turns.
public struct PageRun<Sink: OutcomeSink & ~Copyable>: ~Copyable {
  /// The result, with the sink.
  public struct Result: ~Copyable {
    /// The digests over all outcomes.
    public var digest: TraceDigest
    /// The sink that was told of the outcomes.
    public var sink: Sink
    /// How many inputs the session gave.
    public var inputs: UInt64
    /// Up to when the page lived on, in logical ns.
    public var end: Int64
    /// Whether it was asked to stop.
    public var wasInterrupted: Bool
    /// The problem with the session's file, if there is one.
    public var failure: SessionError?
    /// How many requests of a page the session holds, which the page makes itself.
    public var leftOut: UInt64
    /// How much the session holds that a page asked its user.
    public var leftOutDialogs: UInt64
    /// How many acts on the page the session holds in whose place the options have others.
    public var leftOutActs: UInt64
    /// How often each command ended in each way, by its id.
    public var counts: [[UInt64]]
  }

  /// How it goes.
  public typealias Options = PageRunOptions

  private var pipeline: Pipeline<Tracer<PairSink<PageSink, Sink>>>
  private let link: PageLink
  private let options: Options
  private let arenaBytes: Int

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - table: the app's commands.
  ///   - link: the page, loaded or not.
  ///   - sink: told of every outcome, after the page.
  ///   - arenaBytes: for the session's texts.
  ///   - options: how it goes.
  public init(
    table: consuming CommandTable,
    link: PageLink,
    sink: consuming Sink,
    arenaBytes: Int,
    options: Options = Options()
  ) {
    self.link = link
    self.options = options
    let longest = options.inputs.map(\.json.count).max() ?? 0
    self.arenaBytes = max(arenaBytes, 1 << 12, 2 * longest)
    pipeline = Pipeline(table: table, sink: Tracer(PairSink(PageSink(link), sink)))
  }

  /// Runs a session, or nothing but the page.
  ///
  /// - Parameters:
  ///   - events: the inputs; nil for none.
  ///   - start: the time at which the page was loaded, in ns.
  ///   - clock: the time on the wall, for a speed that is not the highest.
  ///   - shouldStop: told, between events and turns, how many inputs there were; whether to stop.
  /// - Returns: what it came to.
  public consuming func run(
    _ events: consuming SessionEvents?,
    from start: Int64,
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: (UInt64) -> Bool = { _ in false }
  ) -> Result {
    let producer = pipeline.addLane(minimumCapacity: 16, arenaBytes: arenaBytes)
    var driver = PageDriver(link, events, into: producer, from: start, options, clock: clock)
    pipeline.run(
      &driver,
      now: { .min },
      shouldStop: { $0.isOver || $0.mustLook() && shouldStop($0.inputs) }
    )
    _ = shouldStop(driver.inputs)
    driver.stop()
    let end = driver.end
    pipeline.finish(after: end < .max ? end + 1 : end)
    let (counts, wasInterrupted) = (counts, !driver.isOver || link.wasInterrupted)
    let tracer = pipeline.takeSink()
    return Result(
      digest: tracer.digest,
      sink: tracer.sink.second,
      inputs: driver.inputs,
      end: end,
      wasInterrupted: wasInterrupted,
      failure: driver.failure,
      leftOut: driver.leftOut,
      leftOutDialogs: driver.leftOutDialogs,
      leftOutActs: driver.leftOutActs,
      counts: counts
    )
  }

  private var counts: [[UInt64]] {
    (0...pipeline.dispatcher.table.names.count).map { row in
      let id = CommandID(rawValue: UInt16(row))
      return OutcomeStatus.allCases.map { pipeline.dispatcher.count(id, $0) }
    }
  }
}
