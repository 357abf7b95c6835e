import KymoBridge
public import KymoCore
import KymoHistogram

/// Runs a recording through a dispatcher: a playing thread reads, the calling thread dispatches.
///
/// The digest depends on the recording and the handlers alone: not on the speed, the number of rings, the
/// build, or what listens to the outcomes.
public enum Replay {
  /// Replays `events` and returns when the last is dispatched.
  ///
  /// - Parameters:
  ///   - events: from ``SessionFile/events(_:)``.
  ///   - table: the commands; new handlers for every replay, since they keep state. One without a decoder
  ///     gets that of QuickConnect's calls, by the rules of the recording.
  ///   - sink: told of every outcome with its digest, on the calling thread.
  ///   - options: speed, rings, faults.
  ///   - progress: called on the calling thread between runs, with the number of events dispatched.
  /// - Returns: what it came to; a file that is broken in the middle is reported there, with the digest up
  ///   to that place.
  public static func run<Sink: OutcomeSink & ~Copyable>(
    _ events: consuming SessionEvents,
    table: consuming CommandTable,
    sink: consuming Sink,
    options: ReplayOptions = ReplayOptions(),
    progress: (UInt64) -> Void = { _ in }
  ) -> ReplayResult<Sink> {
    precondition((1...Sequencer.maximumQueues).contains(options.rings), "rings must be in 1...64")
    let calls = events.routing.calls
    var sequencer = Sequencer()
    var lanes: [SessionPlayer.Lane] = []
    let arenaBytes = events.arenaBytes
    for _ in 0..<options.rings {
      let queue = EventQueue(minimumCapacity: options.ringCapacity, arenaBytes: arenaBytes)
      lanes.append(SessionPlayer.Lane(queue.producer))
      sequencer.add(queue.consumer)
    }
    let lateness = Histogram(lowest: 1, highest: 3_600_000_000_000, significantDigits: 3)
    let start = HandOver(
      SessionPlayer(events: events, lanes: lanes, options: options, lateness: lateness)
    )
    let end = HandOver<PlayerEnd>()
    let thread = Thread {
      var player = start.take()
      var failure: SessionError?
      do throws(SessionError) { try player.play() } catch { failure = error }
      end.put(
        PlayerEnd(
          failure: failure,
          wasInterrupted: player.wasInterrupted,
          faultWasApplied: player.faultWasApplied,
          inputCount: player.inputCount,
          unheard: player.events.unheard
        )
      )
    }

    var table = table
    table.provideDecoder { CallRequestDecoder(calls) }
    var dispatcher = Dispatcher(table: table, sink: Tracer(sink))
    var waiter = Waiter(.spinThenYield)
    if options.speed != .maximum { waiter = Waiter(.park) }
    loop: while true {
      switch sequencer.poll({ dispatcher.dispatch($0, arena: $1) }) {
      case .dispatched:
        waiter.reset()
        progress(dispatcher.dispatchedCount)
      case .idle: waiter.pause()
      case .finished: break loop
      }
    }
    thread.join()
    let played = end.take()
    // Also after an interruption: what was recorded up to there is a session, and its replay ends so.
    if played.failure == nil { dispatcher.finish() }
    var counts: [ReplayResult<Sink>.CommandCount] = []
    for row in 0...dispatcher.table.names.count {
      let id = CommandID(rawValue: UInt16(row))
      let byStatus = OutcomeStatus.allCases.map { dispatcher.count(id, $0) }
      if row == 0 && byStatus.allSatisfy({ $0 == 0 }) { continue }
      counts.append(.init(name: dispatcher.table.name(of: id) ?? "unknown", byStatus: byStatus))
    }
    let tracer = dispatcher.takeSink()
    return ReplayResult(
      digest: tracer.digest,
      sink: tracer.sink,
      counts: counts,
      lateness: lateness,
      failure: played.failure,
      wasInterrupted: played.wasInterrupted,
      faultWasApplied: played.faultWasApplied,
      inputCount: played.inputCount,
      unheard: played.unheard
    )
  }

  /// What the playing thread leaves behind.
  struct PlayerEnd {
    var failure: SessionError?
    var wasInterrupted: Bool
    var faultWasApplied: Bool
    var inputCount: UInt64
    var unheard: [UnheardChannel]
  }
}
