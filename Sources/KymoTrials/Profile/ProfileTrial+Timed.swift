import KymoBridge
import KymoCore
import KymoProfile
import KymoRecording

extension ProfileTrial {
  /// Replays once at full speed with its stages timed, and how long each event lies in the ring.
  ///
  /// - Returns: how long that took, in ns.
  mutating func runTimed(
    _ events: consuming SessionEvents,
    _ instance: consuming AppInstance,
    _ sinks: consuming Sinks
  ) throws(TrialError) -> Int64 {
    let watch = watch
    let calls = instance.routing.calls
    let app = instance.app
    var table = instance.table
    table.provideDecoder { CallRequestDecoder(calls) }
    let arenaBytes = events.arenaBytes
    var pipeline = Pipeline(
      table: table,
      sink: Tracer(WatchedSink(sinks, watch, isTimed: plan.hasRecorder))
    )
    let capacity = plan.replay.ringCapacity
    let producer = pipeline.addLane(minimumCapacity: capacity, arenaBytes: arenaBytes)
    let times = watch.timePushes(capacity: producer.capacity)
    let clock = MonotonicClock()
    let thread = SourceThread(
      WatchedReading(events, times, shouldStop: shouldStop),
      into: producer
    )
    var driver = WatchedDriver(WaitingDriver(.spinThenYield), watch)
    let start = clock.now
    pipeline.run(&driver, now: { .min })
    let end = clock.now
    let played = thread.join()
    let failure = played.failure
    let wasInterrupted = played.source.wasInterrupted
    if failure == nil { pipeline.finish(after: played.source.events.end) }
    withExtendedLifetime(app) {}
    let tracer = pipeline.takeSink()
    let digest = tracer.digest
    var sink = tracer.sink
    try self.end(&sink.sink, digest)
    try check(digest, failure, wasInterrupted)
    return end - start
  }
}
