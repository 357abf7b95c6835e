import KymoCommandLine
import KymoCore
import KymoMCAP
import KymoProfile
import KymoRecording
import KymoText

/// Replays a recording again and again: plainly, under the sampler, and with its stages timed, in turns.
///
/// The stages cannot be timed while stacks are sampled: each would find the other.
struct ProfileSession: ~Copyable {
  typealias Sinks = PairSink<OptionalSink<Verifier>, OptionalSink<Recorder>>

  /// What one run came to.
  struct Run {
    var kind: ProfileKind
    var nanoseconds: Int64
  }

  let path: String
  let file: SessionFile
  let type: any App.Type
  let setup: AppSetup
  let options: ProfileOptions
  let arguments: ParsedArguments
  /// Who samples in the sampler's place.
  let perf: PerfSampling?
  /// What was sampled in the sampler's place.
  private var sampled: Profile?
  let sampler: Sampler
  let watch = StageWatch()
  let labels = SampleLabels()
  /// What the script engine has seen, as its JSON.
  var scripts: [String] = []
  /// Whether the engine has a sampler of its own.
  var hasScriptSampler = true
  /// The runs that count, in their order.
  private(set) var runs: [Run] = []
  /// What every run came to.
  private(set) var digest: TraceDigest?
  /// The names of the commands by id.
  private(set) var commands: [String] = []
  /// How many rounds were made.
  private(set) var rounds = 0
  /// From how many ns on an event is slow, if only those are timed.
  private(set) var threshold: Int64?
  /// How many events went by before it was known what is slow.
  private(set) var surveyedCount = 0
  /// How far it is, once it has begun.
  private(set) var progress: ProfileProgress?
  /// Whether a user wanted the work to stop.
  private(set) var wasInterrupted = false
  /// How the runs that were interrupted differ from the others: they count for nothing.
  let shouldStop: @Sendable () -> Bool

  /// Prepares to profile a recording.
  init(
    _ path: String,
    _ file: SessionFile,
    app: any App.Type,
    _ setup: AppSetup,
    _ options: ProfileOptions,
    _ arguments: ParsedArguments,
    _ perf: PerfSampling?,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.path = path
    self.file = file
    type = app
    self.setup = setup
    self.options = options
    self.arguments = arguments
    self.perf = perf
    self.shouldStop = shouldStop
    sampler = Sampler(options.sampler)
  }

  /// How many events one run dispatches.
  var eventCount: Int { digest.map { Int(clamping: $0.count) } ?? 0 }

  /// How many events were timed.
  var timedCount: Int { watch.eventCount - surveyedCount }

  /// What `--tail` came to; nil if all events count.
  func slowEvents(saying text: @autoclosure () -> String) -> SlowEvents? {
    guard let tail = options.tail, let threshold else { return nil }
    return SlowEvents(
      tail: tail,
      text: text(),
      threshold: threshold,
      count: watch.slowCount,
      all: timedCount,
      surveyed: surveyedCount
    )
  }

  /// Whether there is anything that was measured to its end.
  var hasResults: Bool { !runs.isEmpty || sampled != nil }

  /// The name of a command.
  func name(of command: CommandID) -> String {
    let row = Int(command.rawValue) - 1
    return commands.indices.contains(row) ? commands[row] : OutcomeStatus.unknownCommand.name
  }

  /// Makes all rounds.
  ///
  /// - Throws: why the recording cannot be replayed, or that it came to another result the second time.
  mutating func run(_ console: inout Console) throws(CommandFailure) {
    var kinds: [ProfileKind] = [.plain, .timed]
    if options.tail == nil, perf == nil { kinds.insert(.sampled, at: 1) }
    if options.page != nil, options.tail == nil { kinds.append(.scripts) }
    let clock = MonotonicClock()
    let start = clock.now
    progress = ProfileProgress(options, file, runs: kinds.count)
    progress?.begin(&console)
    defer { console.endProgress() }
    try prepare(clock, &console)
    if let perf, !wasInterrupted {
      // At least as long as perf needs to begin.
      let length = max(options.durationNanoseconds / 3, 1_000_000_000)
      sampled = try perf.sample(nanoseconds: length) { () throws(CommandFailure) in
        if !wasInterrupted { _ = try run(.plain, &console) }
      }
    }
    while !wasInterrupted {
      // Who comes first is not always the same.
      for index in kinds.indices where !wasInterrupted {
        let kind = kinds[(index + rounds) % kinds.count]
        let length = try run(kind, &console)
        if !wasInterrupted { runs.append(Run(kind: kind, nanoseconds: length)) }
      }
      if !wasInterrupted { rounds += 1 }
      if let wanted = options.rounds {
        if rounds >= wanted { break }
      } else if clock.now - start >= options.durationNanoseconds {
        break
      }
    }
  }

  /// Runs once for nothing, so that no file is cold and it is known how many events there are.
  private mutating func prepare(
    _ clock: MonotonicClock,
    _ console: inout Console
  ) throws(CommandFailure) {
    // A replay that waits is not made twice for nothing.
    let isPaced = options.replay.speed != .maximum
    if options.tail == nil {
      if !isPaced { _ = try run(.plain, &console) }
      let known = file.result.map { Int(clamping: $0.events) } ?? 0
      watch.timeAll(expected: digest == nil ? known : eventCount)
      return
    }
    watch.survey()
    let start = clock.now
    // The machine is not always as fast: one run would not do to tell what is slow.
    repeat {
      _ = try run(.timed, &console)
    } while !wasInterrupted && options.rounds == nil && !isPaced
      && clock.now - start < options.durationNanoseconds / 4
    surveyedCount = watch.eventCount
    let slow: Int64
    switch options.tail {
    case .percentile(let percentile):
      slow = watch.eventNanoseconds(atPercentile: percentile)
    case .nanoseconds(let nanoseconds): slow = nanoseconds
    case nil: return
    }
    threshold = slow
    watch.timeSlow(from: slow, expected: watch.eventCount(from: slow))
  }

  /// Replays once.
  ///
  /// - Returns: how long that took, in ns.
  private mutating func run(
    _ kind: ProfileKind,
    _ console: inout Console
  ) throws(CommandFailure) -> Int64 {
    progress?.show(rounds: rounds, &console)
    if let page = options.page { return try runPage(page, kind, &console) }
    // A replay that waits takes its time, and leaves some to say how far it is.
    let (progress, rounds) = (options.replay.speed == .maximum ? nil : progress, rounds)
    let (watch, labels, sampler) = (watch, labels, sampler)
    let instance = try makeInstance(kind)
    let events = try sessionEvents(instance.routing)
    if kind == .sampled { sampler.ignorePresent() }
    let sinks = try sinks(instance)
    if kind == .timed, self.options.replay.speed == .maximum {
      return try runTimed(events, instance, sinks)
    }
    var options = options.replay
    options.shouldStop = shouldStop
    let clock = MonotonicClock()
    var (start, end): (Int64, Int64) = (0, 0)
    switch kind {
    case .plain, .scripts:
      var result = Replay.run(events, table: instance.table, sink: sinks, options: options) {
        pipeline,
        waiting,
        now in
        start = clock.now
        Self.drive(&pipeline, waiting, now, labels, sampler) {
          progress?.show(rounds: rounds, &console)
        }
        end = clock.now
      }
      try finish(result.digest, result.failure, result.wasInterrupted, &result.sink)
    case .sampled:
      var failure: SamplerError?
      if self.options.hasRecorder {
        do { try sampler.addNew(named: "recorder") } catch { throw CommandFailure("\(error)") }
      }
      let sink = LabelledSink(sinks, labels, instance.table)
      var result = Replay.run(events, table: instance.table, sink: sink, options: options) {
        pipeline,
        waiting,
        now in
        // Setting the sampler up is a part of what it costs.
        start = clock.now
        do throws(SamplerError) {
          try sampler.addCurrent(named: "dispatcher", saying: labels)
          try sampler.addNew(named: "reader")
        } catch { failure = error }
        Self.drive(&pipeline, waiting, now, labels, sampler) {
          progress?.show(rounds: rounds, &console)
        }
        end = clock.now
        sampler.stop()
      }
      if let failure { throw CommandFailure("\(failure)") }
      try finish(result.digest, result.failure, result.wasInterrupted, &result.sink.sink)
    case .timed:
      var result = Replay.run(
        events,
        table: instance.table,
        sink: WatchedSink(sinks, watch, isTimed: self.options.hasRecorder),
        options: options
      ) { pipeline, waiting, now in
        var driver = WatchedDriver(WaitingDriver(waiting), watch)
        start = clock.now
        pipeline.run(
          &driver,
          now: now,
          shouldStop: { _ in
            progress?.show(rounds: rounds, &console)
            return false
          }
        )
        end = clock.now
      }
      try finish(result.digest, result.failure, result.wasInterrupted, &result.sink.sink)
    }
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

  /// The app with new handlers, watched as a kind of run needs it.
  mutating func makeInstance(_ kind: ProfileKind) throws(CommandFailure) -> AppInstance {
    let watch = watch
    let instance = try AppInstance.make(type, setup) { map throws(CommandTableError) in
      if kind == .timed { try watch.watch(&map) }
    }
    commands = instance.table.names
    return instance
  }

  /// The events of the recording, from the first on.
  func sessionEvents(_ routing: CommandRouting) throws(CommandFailure) -> SessionEvents {
    do { return try file.events(routing) } catch { throw CommandFailure(error, file: path) }
  }

  private func sinks(_ instance: borrowing AppInstance) throws(CommandFailure) -> Sinks {
    guard options.hasRecorder else { return PairSink(.none, .none) }
    let description = SessionDescription(replaying: file, calls: setup.calls)
    let run = RecordedRun(instance, description, of: file)
    do { return PairSink(.none, OptionalSink(try run.recorder(DiscardedRecording()))) } catch {
      throw CommandFailure(error, file: path)
    }
  }

  private mutating func finish(
    _ digest: TraceDigest,
    _ failure: SessionError?,
    _ wasInterrupted: Bool,
    _ sinks: inout Sinks
  ) throws(CommandFailure) {
    try end(&sinks, digest)
    try check(digest, failure, wasInterrupted)
  }

  func end(_ sinks: inout Sinks, _ digest: TraceDigest) throws(CommandFailure) {
    let result = SessionResult(app: type.name, commands: commands, digest: digest)
    do { _ = try sinks.second.take()?.finish(result) } catch {
      throw CommandFailure(error, file: path)
    }
  }

  /// Holds a run against the others.
  mutating func check(
    _ digest: TraceDigest,
    _ failure: SessionError?,
    _ wasInterrupted: Bool
  ) throws(CommandFailure) {
    if let failure { throw CommandFailure(failure, file: path) }
    if wasInterrupted {
      self.wasInterrupted = true
      return
    }
    guard digest.count > 0 else { throw BenchSource.noEvents(path, .all, type.channels) }
    if let former = self.digest, former.total != digest.total || former.count != digest.count {
      throw CommandFailure(
        file: path,
        "the app \(type.name.printable) came to another result when it ran again: digest "
          + "\(TraceDigest.text(digest.total)), not \(TraceDigest.text(former.total))",
        remedy: "see \(.tool) perturb \(path)",
        status: .diverged
      )
    }
    self.digest = digest
  }

  /// What it came to, and whether the program has names for all its functions.
  func profile(exporter tool: ToolContext) -> (profile: Profile, hasNames: Bool) {
    var profile = Profile(name: path, exporter: "\(tool.name) \(tool.version)")
    profile.notes = [
      ProfileNote(name: "app", value: type.name),
      ProfileNote(name: ProfileBaseline.eventCount, value: String(eventCount)),
      ProfileNote(name: "rounds", value: String(rounds)),
    ]
    if let commit = BenchCommand.commit {
      profile.notes.append(ProfileNote(name: "commit", value: commit))
    }
    if let page = options.page { profile.notes.append(ProfileNote(name: "page", value: page)) }
    var hasNames = true
    if let sampled {
      profile.addSamples(of: sampled)
      profile.notes += [ProfileNote(name: "sampled by", value: "perf")] + sampled.notes
    } else if options.tail == nil {
      hasNames = profile.add(sampler) { name(of: $0) }
    }
    profile.add(watch) { name(of: $0) }
    for text in scripts { _ = profile.addScripts(text, thread: ProfiledPage.scripts) }
    profile.duration = runs.reduce(0) { $1.kind == .plain ? $0 : $0 + $1.nanoseconds }
    return (profile, hasNames)
  }

  /// How long the plain runs took, in ns.
  var plainLengths: [Int64] { runs.filter { $0.kind == .plain }.map(\.nanoseconds) }

  /// By how much the runs of a kind took longer than the plain run of their round.
  func ratios(_ kind: ProfileKind) -> [Double] {
    let (own, plain) = (runs.filter { $0.kind == kind }, runs.filter { $0.kind == .plain })
    return zip(own, plain).map { Double($0.nanoseconds) / Double(max(1, $1.nanoseconds)) }
  }
}
