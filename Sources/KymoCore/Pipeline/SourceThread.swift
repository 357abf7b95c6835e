import Synchronization

/// A thread that drives an ``EventSource`` and gives it back at the end.
public struct SourceThread<Source: EventSource & ~Copyable>: ~Copyable {
  /// The remains of a source when its thread has ended.
  @frozen public struct End: ~Copyable {
    /// The source.
    public var source: Source
    /// Its end of the lane, which is finished.
    public var producer: EventQueue.Producer
    /// Why it ended early, or nil.
    public var failure: Source.Failure?
  }

  private final class Shared: Sendable {
    let isStopped = Atomic(false)
  }

  private let shared = Shared()
  private let end = HandOver<End>()
  private let thread: JoiningThread

  /// How long it waits at most before it looks whether it is to stop, in ns.
  public static var patienceNanoseconds: Int64 { 100_000_000 }

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - source: what produces.
  ///   - producer: its end of a lane; it is finished when the thread ends.
  ///   - clock: what the source waits on.
  ///   - strategy: how it waits for room.
  public init(
    _ source: consuming Source,
    into producer: consuming EventQueue.Producer,
    clock: any NanosecondClock = MonotonicClock(),
    waiting strategy: WaitStrategy = .spinThenYield
  ) {
    let (shared, end) = (shared, end)
    let start = HandOver(End(source: source, producer: producer, failure: nil))
    thread = JoiningThread {
      var state = start.take()
      do throws(Source.Failure) {
        try Self.drive(&state, clock, strategy, shared)
      } catch { state.failure = error }
      state.producer.finish()
      end.put(state)
    }
  }

  private static func drive(
    _ state: inout End,
    _ clock: any NanosecondClock,
    _ strategy: WaitStrategy,
    _ shared: Shared
  ) throws(Source.Failure) {
    var waiter = Waiter(strategy)
    while !shared.isStopped.load(ordering: .relaxed) {
      switch try state.source.produce(into: &state.producer) {
      case .pushed: waiter.reset()
      case .blocked: waiter.pause()
      case .waiting(let until):
        // In stretches, so that nobody who stops it is kept waiting by a long gap.
        clock.wait(until: until, atMost: Self.patienceNanoseconds)
      case .finished: return
      }
    }
  }

  /// Asks the source to end, at its next step.
  public func stop() { shared.isStopped.store(true, ordering: .relaxed) }

  /// Waits until the source has ended.
  public consuming func join() -> End {
    thread.join()
    return end.take()
  }
}
