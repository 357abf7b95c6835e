import KymoBench

/// The knowledge that a profile has of its own runs, by which its figures are trusted or not.
///
/// The times of stages and handlers are those of a clock: a thread that loses its core within a handler charges the
/// handler with that. The system says for how long the thread was ready and had no core, and not when. While it has nothing
/// to do it gives its core away by itself, and that harms nobody. So the harm is at most what events took that were long
/// enough to hide a loss.
struct ProfileEvidence {
  /// From how long on an event may hide that its thread had no core, in ns.
  static let longNanoseconds: Int64 = 10_000
  /// Which share of the events' time that may be; as of a load run.
  static let delayShare = LoadConfiguration().dispatcherDelayShare

  /// How many rounds were made to their end.
  var rounds: Int
  /// Whether it was stopped before its end.
  var wasInterrupted: Bool
  /// How long the thread that dispatches was ready and had no core in the runs that were timed, in ns; nil if the system does
  /// not tell.
  var delay: Int64?
  /// How long all events took together in those runs, in ns.
  var eventTime: Int64
  /// How long those took together that were long, in ns.
  var longEventTime: Int64

  /// Whether the figures may be compared with those of another profile.
  var validity: LoadValidity {
    var reasons: [InvalidReason] = []
    if wasInterrupted {
      reasons.append(
        .reported(
          .complete,
          "it was interrupted after \(rounds) round\(rounds == 1 ? "" : "s")"
        )
      )
    }
    let harm = min(delay ?? 0, longEventTime)
    let preempted = InvalidReason.preempted(for: harm, of: eventTime, limit: Self.delayShare)
    if let preempted { reasons.append(preempted) }
    return LoadValidity(reasons: reasons)
  }
}
