import KymoBench
import KymoCore
import KymoMCAP
import KymoProfile
package import KymoRecording
import KymoScript
import KymoText

/// Replays a recording again and again: plainly, under the sampler, and with its stages timed, in turns.
///
/// The stages cannot be timed while stacks are sampled: each would find the other.
package struct ProfileTrial: ~Copyable {
  /// Makes the page of an instance of the app, which is loaded at a time in ns.
  package typealias MakePage = (borrowing AppInstance, Int64) throws(TrialError) -> any ProfiledPage

  typealias Sinks = PairSink<OptionalSink<Verifier>, OptionalSink<Recorder>>

  /// The result of one run.
  struct Run {
    var kind: ProfileKind
    var nanoseconds: Int64
  }

  let subject: ProfileSubject
  let plan: ProfilePlan
  /// Makes the app's page, if it takes part.
  let makePage: MakePage?
  /// The sampling by perf, in the sampler's place.
  let perf: PerfSampling?
  /// The profile that was sampled in the sampler's place.
  private var sampled: Profile?
  let sampler: Sampler
  let watch = StageWatch()
  let labels = SampleLabels()
  /// The observations of the script engine, as its JSON.
  var scripts: [String] = []
  /// Whether the engine has a sampler of its own.
  var hasScriptSampler = true
  /// The runs that count, in their order.
  private(set) var runs: [Run] = []
  /// The digest that every run came to.
  private(set) var digest: TraceDigest?
  /// How long the thread had no core in the runs that were timed, in ns; nil if the system does not tell.
  private var delay: Int64? = 0
  /// The handlers of the app, where its functions are; nil until it was made once.
  private var handlers: [MappedHandler]?
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
  package init(
    _ subject: ProfileSubject,
    _ plan: ProfilePlan,
    perf: PerfSampling?,
    page: MakePage?,
    shouldStop: @escaping @Sendable () -> Bool
  ) {
    self.subject = subject
    self.plan = plan
    makePage = page
    self.perf = perf
    self.shouldStop = shouldStop
    sampler = Sampler(plan.sampler)
  }

  var path: String { subject.path }
  var file: SessionFile { subject.file }
  var type: any App.Type { subject.app }
  var setup: AppSetup { subject.setup }

  /// How many events one run dispatches.
  var eventCount: Int { digest.map { Int(clamping: $0.count) } ?? 0 }

  /// How many events were timed.
  var timedCount: Int { watch.eventCount - surveyedCount }

  /// Returns the result of `--tail`; nil if all events count.
  func slowEvents(saying text: String) -> SlowEvents? {
    guard let tail = plan.tail, let threshold else { return nil }
    return SlowEvents(
      tail: tail,
      text: text,
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
  package mutating func run(_ observer: inout some TrialObserver & ~Copyable) throws(TrialError) {
    var kinds: [ProfileKind] = [.plain, .timed]
    if plan.tail == nil, perf == nil { kinds.insert(.sampled, at: 1) }
    if makePage != nil, plan.tail == nil { kinds.append(.scripts) }
    let clock = MonotonicClock()
    let start = clock.now
    progress = ProfileProgress(plan, file, runs: kinds.count)
    progress?.begin(&observer)
    defer { observer.endProgress() }
    try prepare(clock, &observer)
    if let perf, !wasInterrupted {
      // At least as long as perf needs to begin.
      let length = max(plan.durationNanoseconds / 3, 1_000_000_000)
      sampled = try perf.sample(nanoseconds: length) { () throws(TrialError) in
        if !wasInterrupted { _ = try run(.plain, &observer) }
      }
    }
    while !wasInterrupted {
      // Who comes first is not always the same.
      for index in kinds.indices where !wasInterrupted {
        let kind = kinds[(index + rounds) % kinds.count]
        let length = try run(kind, &observer)
        if !wasInterrupted { runs.append(Run(kind: kind, nanoseconds: length)) }
      }
      if !wasInterrupted { rounds += 1 }
      if let wanted = plan.rounds {
        if rounds >= wanted { break }
      } else if clock.now - start >= plan.durationNanoseconds {
        break
      }
    }
  }

  /// Runs once for nothing, so that no file is cold and it is known how many events there are.
  private mutating func prepare(
    _ clock: MonotonicClock,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) {
    // A replay that waits is not made twice for nothing.
    let isPaced = plan.replay.speed != .maximum
    if plan.tail == nil {
      if !isPaced { _ = try run(.plain, &observer) }
      let known = file.result.map { Int(clamping: $0.events) } ?? 0
      watch.timeAll(expected: digest == nil ? known : eventCount)
      return
    }
    watch.survey()
    let start = clock.now
    // The machine is not always as fast: one run would not do to tell what is slow.
    repeat {
      _ = try run(.timed, &observer)
    } while !wasInterrupted && plan.rounds == nil && !isPaced
      && clock.now - start < plan.durationNanoseconds / 4
    surveyedCount = watch.eventCount
    let slow: Int64
    switch plan.tail {
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
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    progress?.show(rounds: rounds, &observer)
    guard kind == .timed else { return try replay(kind, &observer) }
    let delay = DispatcherDelay()
    let length = try replay(kind, &observer)
    self.delay = self.delay.flatMap { sum in delay.end().map { sum + $0 } }
    return length
  }

  private mutating func replay(
    _ kind: ProfileKind,
    _ observer: inout some TrialObserver & ~Copyable
  ) throws(TrialError) -> Int64 {
    if let makePage { return try runPage(makePage, kind, &observer) }
    let sampler = sampler
    let instance = try makeInstance(kind)
    let events = try sessionEvents(instance.routing)
    if kind == .sampled { sampler.ignorePresent() }
    let sinks = try sinks(instance)
    switch kind {
    case .plain, .scripts: return try runPlain(events, instance, sinks, &observer)
    case .sampled: return try runSampled(events, instance, sinks, &observer)
    case .timed where plan.replay.speed == .maximum: return try runTimed(events, instance, sinks)
    case .timed: return try runTimedWaiting(events, instance, sinks, &observer)
    }
  }

  /// The app with new handlers, watched as a kind of run needs it.
  mutating func makeInstance(_ kind: ProfileKind) throws(TrialError) -> AppInstance {
    let watch = watch
    var handlers = handlers
    let instance: AppInstance
    do {
      instance = try AppInstance(type, setup: setup) { map throws(CommandTableError) in
        if handlers == nil { handlers = try map.mappedHandlers() }
        if kind == .timed { try watch.watch(&map) }
      }
    } catch {
      // An app cannot run under its name, unless a folder is to blame.
      if case .sandbox = error { throw TrialError("\(error)") }
      throw TrialError("the app \(type.name): \(error)".printable)
    }
    self.handlers = handlers
    commands = instance.table.names
    return instance
  }

  /// The events of the recording, from the first on.
  func sessionEvents(_ routing: CommandRouting) throws(TrialError) -> SessionEvents {
    do { return try file.events(routing) } catch { throw TrialError(error, about: path) }
  }

  private func sinks(_ instance: borrowing AppInstance) throws(TrialError) -> Sinks {
    guard plan.hasRecorder else { return PairSink(.none, .none) }
    let description = SessionDescription(replaying: file, calls: setup.calls)
    let run = RecordedRun(instance, description, of: file)
    do { return PairSink(.none, OptionalSink(try run.recorder(DiscardedRecording()))) } catch {
      throw TrialError(error, about: path)
    }
  }

  mutating func finish(
    _ digest: TraceDigest,
    _ failure: SessionError?,
    _ wasInterrupted: Bool,
    _ sinks: inout Sinks
  ) throws(TrialError) {
    try end(&sinks, digest)
    try check(digest, failure, wasInterrupted)
  }

  func end(_ sinks: inout Sinks, _ digest: TraceDigest) throws(TrialError) {
    let result = SessionResult(app: type.name, commands: commands, digest: digest)
    do { _ = try sinks.second.take()?.finish(result) } catch {
      throw TrialError(error, about: path)
    }
  }

  /// Holds a run against the others.
  mutating func check(
    _ digest: TraceDigest,
    _ failure: SessionError?,
    _ wasInterrupted: Bool
  ) throws(TrialError) {
    if let failure { throw TrialError(failure, about: path) }
    if wasInterrupted {
      self.wasInterrupted = true
      return
    }
    guard digest.count > 0 else {
      throw TrialError(about: path, "it has no events to offer", kind: .empty)
    }
    if let former = self.digest, former.total != digest.total || former.count != digest.count {
      throw TrialError(
        about: path,
        """
        the app \(type.name.printable) gave another result when it ran again: digest \
        \(TraceDigest.text(digest.total)), not \(TraceDigest.text(former.total))
        """,
        kind: .diverged
      )
    }
    self.digest = digest
  }

  /// Returns the profile, and whether the program has names for all its functions.
  func profile(exporter: String, commit: String?) -> (profile: Profile, hasNames: Bool) {
    var profile = Profile(name: path, exporter: exporter)
    profile.notes = [
      ProfileNote(name: "app", value: type.name),
      ProfileNote(name: ProfileNote.eventCount, value: String(eventCount)),
      ProfileNote(name: "rounds", value: String(rounds)),
    ]
    if let commit {
      profile.notes.append(ProfileNote(name: "commit", value: commit))
    }
    if let page = plan.page { profile.notes.append(ProfileNote(name: "page", value: page)) }
    var hasNames = true
    if let sampled {
      profile.addSamples(of: sampled)
      profile.notes += [ProfileNote(name: "sampled by", value: "perf")] + sampled.notes
    } else if plan.tail == nil {
      hasNames = profile.add(sampler) { name(of: $0) }
    }
    if let handlers, !profile.frames.isEmpty {
      profile.name(HandlerNames(HandlerSymbols.all(handlers)))
    }
    profile.add(watch) { name(of: $0) }
    for text in scripts { _ = profile.addScripts(text, thread: Profile.scriptThread) }
    profile.duration = runs.reduce(0) { $1.kind == .plain ? $0 : $0 + $1.nanoseconds }
    return (profile, hasNames)
  }

  /// By which its figures are trusted or not.
  var evidence: ProfileEvidence {
    ProfileEvidence(
      rounds: rounds,
      wasInterrupted: wasInterrupted,
      delay: delay,
      eventTime: watch.eventTime(),
      longEventTime: watch.eventTime(from: ProfileEvidence.longNanoseconds)
    )
  }

  /// How long the plain runs took, in ns.
  var plainLengths: [Int64] { runs.filter { $0.kind == .plain }.map(\.nanoseconds) }

  /// By how much the runs of a kind took longer than the plain run of their round.
  func ratios(_ kind: ProfileKind) -> [Double] {
    let (own, plain) = (runs.filter { $0.kind == kind }, runs.filter { $0.kind == .plain })
    return zip(own, plain).map { Double($0.nanoseconds) / Double(max(1, $1.nanoseconds)) }
  }
}
