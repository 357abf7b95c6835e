import KymoCore
import Synchronization

/// The logical time of a paced replay, for the thread that dispatches.
///
/// It follows the schedule of the thread that plays: while a gap that is shortened is waited out, it stands
/// where the gap began to be cut off, and after it where the next event is.
final class PlaybackClock: Sendable {
  private let clock: any NanosecondClock
  private let schedule = Mutex<PlaybackSchedule?>(nil)
  private let saved = Atomic(Int64(0))

  init(_ clock: any NanosecondClock) { self.clock = clock }

  /// The time of the recording that is now being played; `Int64.min` before the first event.
  var now: Int64 {
    guard let schedule = schedule.withLock({ $0 }) else { return .min }
    return schedule.timestamp(at: clock.now &+ saved.load(ordering: .relaxed))
  }

  var isStarted: Bool { schedule.withLock { $0 != nil } }

  /// The schedule, which begins with the first timestamp.
  func start(at timestamp: Int64, _ speed: Double) -> PlaybackSchedule {
    schedule.withLock { schedule in
      let plan =
        schedule ?? PlaybackSchedule(start: clock.now, first: timestamp, speed: speed)
      schedule = plan
      return plan
    }
  }

  /// By how much shortened gaps have moved the schedule, in ns, once the last one is over.
  func note(saved nanoseconds: Int64) { saved.store(nanoseconds, ordering: .relaxed) }
}
