import KymoCommandLine
import KymoCore
import KymoProfile
import KymoRecording
import KymoScript

extension ProfileSession {
  /// Replays once with the app's page, on one thread.
  ///
  /// - Returns: how long that took, in ns, from when the page was loaded.
  mutating func runPage(
    _ page: String,
    _ kind: ProfileKind,
    _ console: inout Console
  ) throws(CommandFailure) -> Int64 {
    let instance = try makeInstance(kind)
    let start = try pageStart(instance.routing)
    let link = try BenchPage(
      page,
      arguments,
      instance,
      setup,
      start: start,
      guarding: .watch
    )
    watch.readsItself(true)
    switch kind {
    case .timed:
      let sink = WatchedSink(NoSink(), watch, isTimed: false)
      return try runPage(link, kind, from: start, instance, sink, &console)
    case .sampled:
      let sink = LabelledSink(NoSink(), labels, instance.table)
      return try runPage(link, kind, from: start, instance, sink, &console)
    case .plain, .scripts: return try runPage(link, kind, from: start, instance, NoSink(), &console)
    }
  }

  private mutating func runPage<Sink: OutcomeSink & ~Copyable>(
    _ link: BenchPage,
    _ kind: ProfileKind,
    from start: Int64,
    _ instance: consuming AppInstance,
    _ sink: consuming Sink,
    _ console: inout Console
  ) throws(CommandFailure) -> Int64 {
    let (watch, labels, sampler) = (watch, labels, sampler)
    let app = instance.app
    let events = try sessionEvents(instance.routing)
    let watcher = ProfiledPage(
      kind == .timed ? watch : nil,
      kind == .sampled ? labels : nil
    )
    if kind == .timed || kind == .sampled { link.link.watcher = watcher }
    if kind == .scripts { hasScriptSampler = link.link.startSampling() }
    var pageOptions = PageRun<Sink>.Options()
    pageOptions.speed = options.replay.speed
    let arenaBytes = events.arenaBytes
    let run = PageRun(
      table: instance.table,
      link: link.link,
      sink: sink,
      arenaBytes: arenaBytes,
      options: pageOptions
    )
    let clock = MonotonicClock()
    let begin = clock.now
    if kind == .sampled {
      do { try sampler.addCurrent(named: "dispatcher", saying: labels) } catch {
        throw CommandFailure("\(error)")
      }
    }
    if kind == .timed { watch.begin() }
    let shouldStop = shouldStop
    let (progress, rounds) = (options.replay.speed == .maximum ? nil : progress, rounds)
    let result = run.run(events, from: start) { _ in
      sampler.drainIfNeeded()
      progress?.show(rounds: rounds, &console)
      return shouldStop()
    }
    if kind == .timed { watch.end() }
    let end = clock.now
    if kind == .sampled { sampler.stop() }
    if kind == .scripts { scripts += link.link.stopSampling() }
    withExtendedLifetime((app, watcher)) {}
    try link.check()
    try check(result.digest, result.failure, result.wasInterrupted)
    return end - begin
  }

  /// When the page is loaded: at the first event that is not its own.
  private func pageStart(_ routing: CommandRouting) throws(CommandFailure) -> Int64 {
    var events = try sessionEvents(routing)
    do throws(SessionError) {
      while let event = try events.next() {
        if !event.source.isOfPage { return event.timestamp }
      }
    } catch { throw CommandFailure(error, file: path) }
    return 0
  }
}
