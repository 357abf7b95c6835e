/// One of the slowest events of a run, and what was going on; nil is unknown, not 0.
public struct TailEvent: Sendable, Equatable {
  /// Its place in the plan; nil for an event that a handler raised.
  public var index: Int?
  /// The name of its command.
  public var command: String
  /// When it was due, in ns after the start of the run.
  public var dueNanoseconds: Int64
  /// From then to the end of its handlers, in ns.
  public var responseNanoseconds: Int64
  /// How long its handlers took, in ns.
  public var serviceNanoseconds: Int64
  /// How long after it was due the generator began to push it, in ns; nil for an event that a handler
  /// raised.
  public var slipNanoseconds: Int64?
  /// How many events the dispatcher took at once when it took this one: what it found in the queue, 256 at
  /// most; in a simulated run it takes one at a time.
  public var queuedCount: Int
  /// How many events were due and not done when it was done; nil if events could be lost, as then nobody
  /// knows which were still to come.
  public var waitingCount: Int?
  /// How many events the dispatcher had done without a rest before it.
  public var busyCount: Int
  /// The event with the longest service time among those, if there were any.
  public var behind: TailBlocker?
  /// Counts by the system from before it was due until after it was done; nil if nobody looked.
  public var counters: SystemCounters?
  /// The longest hiccup of the platform while the event was on its way, in ns, 0 if there was none; nil
  /// if nobody looked.
  public var hiccupNanoseconds: Int64?
  /// The two events before it and after it in the plan.
  public var around: [TailNeighbour]
  /// Why it was slow.
  public var cause: TailCause
}
