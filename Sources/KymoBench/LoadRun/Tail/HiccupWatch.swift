import CAffinity
public import KymoCore
import Synchronization

/// The thread that looks for stalls of the platform while a run goes on.
@usableFromInline final class HiccupWatch {
  /// The state that the two threads share.
  private final class Control: Sendable {
    let isReady = Atomic(false)
    let isStopped = Atomic(false)
  }

  private let control = Control()
  private let box: HandOver<HiccupRecorder>
  private var thread: JoiningThread?
  /// The lead of the machine's clock over the run's, in ns.
  private let clockDifference: Int64

  /// Starts the thread and waits for its first look; nil if the tail is not asked for.
  ///
  /// It is kept off the cores of the run's threads if `original` has another.
  @usableFromInline init?(
    _ run: LoadRun,
    clock: some NanosecondClock,
    generator: Int32,
    original: CoreAffinity?
  ) {
    guard run.configuration.tailCount > 0 else { return nil }
    var affinity = original
    if case .pinned(let first, let second) = run.configuration.cores, let original {
      let free = original.cores.filter { $0 != first && $0 != second }
      if !free.isEmpty { affinity = CoreAffinity(cores: free) }
    }
    // The run may be on any clock; the thread sleeps on the machine's.
    clockDifference = MonotonicClock().now &- clock.now
    let box = HandOver(
      HiccupRecorder(
        duration: run.plan.lastOffset,
        affinity: affinity,
        dispatcher: Self.currentThread,
        generator: generator
      )
    )
    self.box = box
    let control = control
    thread = JoiningThread {
      var recorder = box.take()
      recorder.run(isReady: control.isReady, isStopped: control.isStopped)
      box.put(recorder)
    }
    var waiter = Waiter(.spinThenYield)
    while !control.isReady.load(ordering: .acquiring) { waiter.pause() }
  }

  /// The system's number of the calling thread.
  @usableFromInline static var currentThread: Int32 { Int32(truncatingIfNeeded: kymo_thread_id()) }

  /// Ends the thread and returns what it saw of a run that began at `start` on its clock.
  @usableFromInline func finish(start: Int64) -> HiccupReport {
    control.isStopped.store(true, ordering: .relaxed)
    if let thread = thread.take() { thread.join() }
    return HiccupReport(box.take(), start: start &+ clockDifference)
  }
}
