import KymoBridge
import KymoCore
import KymoProfile
import KymoRecording
import KymoSamples
import Testing

/// Who is watched comes to the same: a profile is one of the program that runs without it.
@Suite("A profiled replay") struct ProfiledReplayTests {
  @Test("has the digest of a plain one", arguments: KeptRecording.all)
  func digest(recording: KeptRecording) throws {
    let expected = try recording.expected().digest
    let file = try SessionFile(path: recording.path)
    for isTimed in [true, false] {
      let (watch, labels) = (StageWatch(), SampleLabels())
      let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file)) {
        map throws(CommandTableError) in
        if isTimed { try watch.watch(&map) }
      }
      let events = try file.events(app.routing)
      let sampler = Sampler(SamplerOptions(frequency: 5000))
      sampler.ignorePresent()
      try sampler.addCurrent(named: "dispatcher", saying: labels)
      let digest: TraceDigest
      if isTimed {
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
        let sink = LabelledSink(NoSink(), labels, app.table)
        digest = Replay.run(events, table: app.table, sink: sink).digest
      }
      sampler.stop()
      #expect(TraceDigest.text(digest.total) == expected, "timed: \(isTimed)")
      if isTimed { #expect(UInt64(watch.eventCount) <= digest.count) }
    }
  }
}
