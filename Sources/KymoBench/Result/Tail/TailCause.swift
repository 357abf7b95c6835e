/// Why an event of the tail was slow.
///
/// The work of the dispatcher is cut into busy periods: one begins with an event that was due when
/// the one before it was done already. The longest piece of a busy period up to the end of the
/// event decides: its own handlers, those of an event before it, or a gap in which an event was due
/// and the dispatcher had none. The first of these rules that holds names the cause:
///
/// 1. The piece is less than half of the response time: no single event is to blame. If for at least half of
///    that time the dispatching thread was ready and had no core, again and again, it was *preempted*;
///    otherwise what the event waited for is a *backlog*, or, if nothing was before it, *not known*.
/// 2. For at least half of the piece the dispatching thread was ready and had no core: *preempted*.
/// 3. For at least half of the piece a hiccup was going on: *the platform stalled*. A hiccup is a thread
///    that does nothing but sleep waking more than 100 µs late.
/// 4. The piece is a gap, and the event that ended it was put into the queue at least half of the gap
///    late: *the generator was late*. Otherwise the cause of a gap is *not known*.
/// 5. The event's *own handlers*, or it *waited behind* another event.
///
/// The counters behind rule 2 are read once per millisecond: a piece that is shorter may be taken for one of
/// its neighbours.
public enum TailCause: Sendable, Equatable {
  /// The handlers of the event itself.
  case ownHandlers
  /// The handlers of an event before it.
  case waitedBehind(TailBlocker)
  /// So many events before it, none of them long.
  case backlog(Int)
  /// The generator put the event into the queue so late, in ns, or another that it waited behind.
  case generatorLate(Int64)
  /// The platform stopped for a time: the hiccup, in ns.
  case platformStalled(Int64)
  /// The dispatching thread was ready to run and had no core for so long, in ns.
  case preempted(Int64)
  /// None of these.
  case unknown

  /// A word for programs, which stays.
  public var name: String {
    switch self {
    case .ownHandlers: "own-handlers"
    case .waitedBehind: "waited-behind"
    case .backlog: "backlog"
    case .generatorLate: "generator-late"
    case .platformStalled: "platform-stalled"
    case .preempted: "preempted"
    case .unknown: "unknown"
    }
  }

  /// The cause in words; `time` writes a number of ns.
  public func text(_ time: (Int64) -> String) -> String {
    switch self {
    case .ownHandlers: "its own handlers"
    case .waitedBehind(let event):
      "waited behind \(event.command) (\(event.index.map { "#\($0)" } ?? "raised"), "
        + "\(time(event.serviceNanoseconds)))"
    case .backlog(let count): "a backlog of \(count) \(count == 1 ? "event" : "events")"
    case .generatorLate(let slip): "the generator was late (\(time(slip)))"
    case .platformStalled(let hiccup): "the platform stalled (hiccup \(time(hiccup)))"
    case .preempted(let delay): "the dispatcher was preempted (\(time(delay)))"
    case .unknown: "not known"
    }
  }
}
