import KymoBridge
import KymoCore
import KymoDevice
import KymoProfile
import KymoRecording
import Testing

/// Who is watched comes to the same: a profile is one of the program that runs without it.
@Suite("A profiled replay") struct ProfiledReplayTests {
  @Test("has the digest of a plain one", arguments: KeptRecording.all)
  func digest(recording: KeptRecording) throws {
    let expected = try recording.expected().digest
    let file = try SessionFile(path: recording.path)
    for purpose in [StageWatch.Purpose.times, .labels] {
      let watch = StageWatch(purpose)
      let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file)) {
        map throws(CommandTableError) in
        try watch.watch(&map)
      }
      let events = try file.events(app.routing)
      let sampler = Sampler(SamplerOptions(frequency: 5000))
      sampler.ignorePresent()
      try sampler.addCurrent(named: "dispatcher", saying: watch)
      let digest: TraceDigest
      if purpose == .times {
        digest =
          Replay.run(
            events,
            table: app.table,
            sink: WatchedSink(NoSink(), watch),
            options: ReplayOptions()
          ) { pipeline, waiting, now in
            watch.begin()
            pipeline.run(
              waiting: waiting,
              now: now,
              shouldStop: {
                watch.looked()
                return false
              }
            )
            watch.end()
          }.digest
      } else {
        digest = Replay.run(events, table: app.table, sink: NoSink()).digest
      }
      sampler.stop()
      #expect(TraceDigest.text(digest.total) == expected, "\(purpose)")
      if purpose == .times { #expect(UInt64(watch.eventCount) <= digest.count) }
    }
  }
}
