import KymoCore
import KymoMCAP
import KymoRecording
import KymoText

/// How far a profile is: in time, or in rounds where it is not known how long those take.
struct ProfileProgress {
  /// The time of a round at the recording's own speed, in ns; nil at full speed.
  let roundNanoseconds: Int64?
  /// How long it will take, in ns; nil if the rounds are counted.
  private let total: Int64?
  private let runs: Int
  private let wanted: Int64
  private let rounds: Int?
  private let clock = MonotonicClock()
  private let start: Int64

  /// Begins now.
  ///
  /// - Parameters:
  ///   - plan: what was asked for.
  ///   - file: what is replayed.
  ///   - runs: how many runs a round has.
  init(_ plan: ProfilePlan, _ file: SessionFile, runs: Int) {
    start = clock.now
    rounds = plan.rounds
    self.runs = runs
    wanted = plan.durationNanoseconds
    guard case .times(let speed) = plan.replay.speed else {
      roundNanoseconds = nil
      total = plan.rounds == nil ? plan.durationNanoseconds : nil
      return
    }
    let segments = file.scan.segments
    let (first, last) = (segments.map(\.startTime).min() ?? 0, segments.map(\.endTime).max() ?? 0)
    let round = min(1e18, Double(last - first) / speed * Double(runs))
    roundNanoseconds = Int64(round)
    // A round that was begun is made to its end.
    let length = Double(plan.durationNanoseconds)
    let count = plan.rounds.map { Double($0) } ?? max(1, (length / max(1, round)).rounded(.up))
    total = Int64(min(1e18, count * round))
  }

  /// Says how long a round takes where that is more than was asked for, and begins to show how far the work is.
  func begin(_ observer: inout some TrialObserver & ~Copyable) {
    if let roundNanoseconds, roundNanoseconds > wanted {
      let time = QuantityText(isUnicode: true).duration(nanoseconds: roundNanoseconds)
      observer.note(
        "a round replays the recording \(runs) times at its own speed, which takes up to \(time)"
      )
    }
    if let total {
      // A bar of milliseconds has seconds, and no speed.
      observer.beginProgress("profiling", of: Int(total / 1_000_000), unit: "ms")
    } else {
      observer.beginProgress("profiling", of: rounds, unit: "rounds")
    }
  }

  /// Shows how far it is; cheap, so that it may be called all the time.
  func show(rounds: Int, _ observer: inout some TrialObserver & ~Copyable) {
    observer.progress(to: total == nil ? rounds : Int((clock.now - start) / 1_000_000))
  }
}
