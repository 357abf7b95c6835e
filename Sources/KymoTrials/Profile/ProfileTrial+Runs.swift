import KymoCore
import KymoProfile
import KymoRecording

extension ProfileTrial {
  /// How far it is, where a run leaves some time to say so: a replay that waits does.
  private var shownProgress: ProfileProgress? { plan.replay.speed == .maximum ? nil : progress }

  private var replayOptions: ReplayOptions {
    var options = plan.replay
    options.shouldStop = shouldStop
    return options
  }

  /// Replays once, and looks at nothing.
  ///
  /// - Returns: how long that took, in ns.
  mutating func runPlain(
    _ events: consuming SessionEvents,
    _ instance: consuming AppInstance,
    _ sinks: consuming Sinks,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    let (progress, rounds) = (shownProgress, rounds)
    let (labels, sampler) = (labels, sampler)
    let clock = MonotonicClock()
    var (start, end): (Int64, Int64) = (0, 0)
    var result = Replay.run(
      events,
      table: instance.table,
      sink: sinks,
      options: replayOptions
    ) { pipeline, waiting, now in
      start = clock.now
      Self.drive(&pipeline, waiting, now, labels, sampler) {
        progress?.show(rounds: rounds, &observer)
      }
      end = clock.now
    }
    try finish(result.digest, result.failure, result.wasInterrupted, &result.sink)
    return end - start
  }

  /// Replays once under the sampler.
  ///
  /// - Returns: how long that took, in ns.
  mutating func runSampled(
    _ events: consuming SessionEvents,
    _ instance: consuming AppInstance,
    _ sinks: consuming Sinks,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    let (progress, rounds) = (shownProgress, rounds)
    let (labels, sampler) = (labels, sampler)
    var failure: SamplerError?
    if plan.hasRecorder {
      do { try sampler.addNew(named: "recorder") } catch { throw TrialError("\(error)") }
    }
    let clock = MonotonicClock()
    var (start, end): (Int64, Int64) = (0, 0)
    let sink = LabelledSink(sinks, labels, instance.table)
    var result = Replay.run(
      events,
      table: instance.table,
      sink: sink,
      options: replayOptions
    ) { pipeline, waiting, now in
      // Setting the sampler up is a part of what it costs.
      start = clock.now
      do throws(SamplerError) {
        try sampler.addCurrent(named: "dispatcher", saying: labels)
        try sampler.addNew(named: "reader")
      } catch { failure = error }
      Self.drive(&pipeline, waiting, now, labels, sampler) {
        progress?.show(rounds: rounds, &observer)
      }
      end = clock.now
      sampler.stop()
    }
    if let failure { throw TrialError("\(failure)") }
    try finish(result.digest, result.failure, result.wasInterrupted, &result.sink.sink)
    return end - start
  }

  /// Replays once with its stages timed, and waits as the recording did.
  ///
  /// - Returns: how long that took, in ns.
  mutating func runTimedWaiting(
    _ events: consuming SessionEvents,
    _ instance: consuming AppInstance,
    _ sinks: consuming Sinks,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    let (progress, rounds) = (shownProgress, rounds)
    let watch = watch
    let clock = MonotonicClock()
    var (start, end): (Int64, Int64) = (0, 0)
    var result = Replay.run(
      events,
      table: instance.table,
      sink: WatchedSink(sinks, watch, isTimed: plan.hasRecorder),
      options: replayOptions
    ) { pipeline, waiting, now in
      var driver = WatchedDriver(WaitingDriver(waiting), watch)
      start = clock.now
      pipeline.run(
        &driver,
        now: now,
        shouldStop: { _ in
          progress?.show(rounds: rounds, &observer)
          return false
        }
      )
      end = clock.now
    }
    try finish(result.digest, result.failure, result.wasInterrupted, &result.sink.sink)
    return end - start
  }

  /// One loop for plain and sampled runs: how often a waiting thread looks decides how fast the other is.
  @inline(__always)
  private static func drive<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Tracer<Sink>>,
    _ waiting: WaitStrategy,
    _ now: () -> Int64,
    _ labels: SampleLabels,
    _ sampler: Sampler,
    whenLooked: () -> Void
  ) {
    pipeline.run(
      waiting: waiting,
      now: now,
      shouldStop: {
        labels.looked()
        sampler.drainIfNeeded()
        whenLooked()
        return false
      }
    )
  }
}
