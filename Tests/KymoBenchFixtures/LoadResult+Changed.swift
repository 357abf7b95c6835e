package import KymoBench

extension LoadResult {
  /// The same with other parts, for whoever shows what a result says.
  package func with(
    commands: [CommandReport]? = nil,
    tail: [TailEvent]? = nil,
    reasons: [InvalidReason]? = nil,
    platform: LoadPlatform? = nil,
    process: ProcessCounts? = nil,
    hiccups: HiccupReport? = nil
  ) -> LoadResult {
    LoadResult(
      offered: offered,
      measured: MeasuredLoad(
        warmUpCount: measured.warmUpCount,
        warmUp: measured.warmUp,
        rate: measured.rate,
        nanoseconds: measured.nanoseconds,
        commands: commands ?? measured.commands,
        overall: measured.overall,
        deadlineNanoseconds: measured.deadlineNanoseconds,
        timeline: measured.timeline,
        sampleInterval: measured.sampleInterval,
        tail: tail ?? measured.tail,
        stalls: measured.stalls
      ),
      validity: reasons.map { LoadValidity(reasons: $0) } ?? validity,
      platform: platform ?? self.platform,
      system: SystemObservations(
        process: process ?? system.process,
        hiccups: hiccups ?? system.hiccups
      ),
      repetitions: repetitions
    )
  }
}
