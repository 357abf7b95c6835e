public import KymoCore
import KymoHistogram

/// The thread that tells once a second how a run goes on.
///
/// It reads what the threads of the run write anyway, and asks nothing of them. It is kept off the dispatcher's core, if
/// there is another one: what it takes of the generator's core, a fraction of a ms in a second, shows in the slip.
@usableFromInline package final class LiveWatch {
  private let signal = StopSignal()
  private var thread: JoiningThread?

  /// Starts the thread; nil if nobody wants to be told.
  ///
  /// - Parameters:
  ///   - configuration: who is told, and where the threads of the run are.
  ///   - window: where response times are counted; its memory is there until ``finish()``.
  ///   - ring: what tells of losses; nil if they are only known in the end.
  ///   - original: where this process may run; nil if that is not known.
  @usableFromInline init?(
    _ configuration: LoadConfiguration,
    _ window: TimelineWindow,
    ring: RingObserver?,
    original: CoreAffinity?
  ) {
    guard let tell = configuration.live else { return nil }
    var affinity = original
    if case .pinned(_, let dispatcher) = configuration.cores, let original {
      let others = original.cores.filter { $0 != dispatcher }
      if !others.isEmpty { affinity = CoreAffinity(cores: others) }
    }
    let work = LiveWork(
      window: window,
      ring: ring,
      sampleInterval: configuration.sampleInterval,
      affinity: affinity,
      signal: signal,
      tell: tell
    )
    thread = JoiningThread { work.run() }
  }

  /// Ends the thread; nobody is told anything after this.
  @usableFromInline package func finish() {
    signal.stop()
    if let thread = thread.take() { thread.join() }
  }
}
