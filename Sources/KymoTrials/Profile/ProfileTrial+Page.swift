import KymoCore
import KymoProfile
import KymoRecording
import KymoScript

extension ProfileTrial {
  /// Replays once with the app's page, on one thread.
  ///
  /// - Returns: how long that took, in ns, from when the page was loaded.
  mutating func runPage(
    _ makePage: MakePage,
    _ kind: ProfileKind,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    let instance = try makeInstance(kind)
    let start = try pageStart(instance.routing)
    let page = try makePage(instance, start)
    watch.readsItself(true)
    switch kind {
    case .timed:
      let sink = WatchedSink(NoSink(), watch, isTimed: false)
      return try runPage(page, kind, from: start, instance, sink, &observer)
    case .sampled:
      let sink = LabelledSink(NoSink(), labels, instance.table)
      return try runPage(page, kind, from: start, instance, sink, &observer)
    case .plain, .scripts:
      return try runPage(page, kind, from: start, instance, NoSink(), &observer)
    }
  }

  private mutating func runPage<Sink: OutcomeSink & ~Copyable>(
    _ page: any ProfiledPage,
    _ kind: ProfileKind,
    from start: Int64,
    _ instance: consuming AppInstance,
    _ sink: consuming Sink,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    let (watch, labels, sampler) = (watch, labels, sampler)
    let app = instance.app
    let events = try sessionEvents(instance.routing)
    let watcher = PageWorkWatch(
      kind == .timed ? watch : nil,
      kind == .sampled ? labels : nil
    )
    if kind == .timed || kind == .sampled { page.link.watcher = watcher }
    if kind == .scripts { hasScriptSampler = page.link.startSampling() }
    var pageOptions = PageRun<Sink>.Options()
    pageOptions.speed = plan.replay.speed
    let arenaBytes = events.arenaBytes
    let run = PageRun(
      table: instance.table,
      link: page.link,
      sink: sink,
      arenaBytes: arenaBytes,
      options: pageOptions
    )
    let clock = MonotonicClock()
    let begin = clock.now
    if kind == .sampled {
      do { try sampler.addCurrent(named: "dispatcher", saying: labels) } catch {
        throw TrialError("\(error)")
      }
    }
    if kind == .timed { watch.begin() }
    let shouldStop = shouldStop
    let (progress, rounds) = (plan.replay.speed == .maximum ? nil : progress, rounds)
    let result = run.run(events, from: start) { _ in
      sampler.drainIfNeeded()
      progress?.show(rounds: rounds, &observer)
      return shouldStop()
    }
    if kind == .timed { watch.end() }
    let end = clock.now
    if kind == .sampled { sampler.stop() }
    if kind == .scripts { scripts += page.link.stopSampling() }
    withExtendedLifetime((app, watcher)) {}
    try page.checkFigures()
    try check(result.digest, result.failure, result.wasInterrupted)
    return end - begin
  }

  /// When the page is loaded: at the first event that is not its own.
  private func pageStart(_ routing: CommandRouting) throws(TrialError) -> Int64 {
    var events = try sessionEvents(routing)
    do throws(SessionError) {
      while let event = try events.next() {
        if !event.source.isOfPage, event.source != .pageInput { return event.timestamp }
      }
    } catch { throw TrialError(error, about: path) }
    return 0
  }
}
