import KymoBridge
public import KymoCore
import KymoHistogram

/// A replay that goes to any step of a recording, forwards and backwards.
///
/// A step back is a replay from the start: the app is made anew, and runs at full speed up to there. So every step is
/// reached in the same state, whichever way it is reached, and no app has to be copied.
///
///     let replay = try SteppedReplay(file, through: StepCounter.self)
///     try replay.go(to: 5000)
///     print(try replay.step()?.reply ?? "no reply")
///     try replay.go(to: replay.position - 1)
///
/// A position is a number of steps that were dispatched: at position n the last one has the number n - 1.
public final class SteppedReplay {
  /// The recording.
  public let file: SessionFile
  /// The app.
  public let type: any App.Type
  /// Asked now and then; true ends a movement where it is.
  public var shouldStop: @Sendable () -> Bool = { false }
  /// Called before the first handler of the step to which ``go(to:)`` goes, if there is one.
  public var beforeHandlers: (() -> Void)?

  private let setup: AppSetup
  private let watch = CallWatch(isOn: false)
  private var isVerifying = false
  /// The replay so far; nil while it is made anew.
  private var run: SteppedRun?

  /// The number of steps that are dispatched in a row while the place to stop is so far ahead; raised events come to them.
  static var margin: UInt64 { 2048 }

  /// Opens a session at its start.
  ///
  /// - Parameters:
  ///   - file: the recording, whose inputs are replayed.
  ///   - type: the app.
  ///   - setup: its setup; that of the recording unless given.
  /// - Throws: why the app cannot be made, or the recording is cut off.
  public init(
    _ file: SessionFile,
    through type: any App.Type,
    setup: AppSetup? = nil
  ) throws(SteppedReplayError) {
    self.file = file
    self.type = type
    self.setup = setup ?? AppSetup(file)
    run = try makeRun()
  }

  private func makeRun() throws(SteppedReplayError) -> SteppedRun {
    let instance: AppInstance
    do throws(AppError) {
      instance = try AppInstance(type, setup: setup) { map throws(CommandTableError) in
        if map.decoder == nil { map.decoder = CallRequestDecoder(setup.calls ?? CallRules()) }
        map = try watch.watched(map)
      }
    } catch { throw .app(error) }
    do throws(SessionError) {
      return try SteppedRun(instance, file, watch, isVerifying: isVerifying)
    } catch { throw .session(error) }
  }

  private func current() throws(SteppedReplayError) -> SteppedRun {
    if let run { return run }
    let new = try makeRun()
    run = new
    return new
  }

  /// Begins anew, in the state before the first step.
  public func restart() throws(SteppedReplayError) {
    run?.close()
    run = nil
    _ = try current()
  }

  // MARK: Where it is

  /// How many steps were dispatched.
  public var position: UInt64 { run?.position ?? 0 }
  /// How many inputs were dispatched.
  public var inputCount: UInt64 { run?.inputCount ?? 0 }
  /// Whether there are no more steps.
  public var isAtEnd: Bool { run?.isAtEnd ?? false }
  /// The digests of all steps so far.
  public var digest: TraceDigest { run?.digest ?? TraceDigest() }
  /// What the app has counted so far.
  public var counters: [SessionResult.Counter] { run?.app.counters ?? [] }
  /// The app in its state.
  public var app: (any App)? { run?.app }
  /// The names of the commands, in the order of their ids.
  public var commands: [String] { run?.names ?? [] }
  /// The channels that the app hears, and those that recordings have.
  public var channels: ChannelTable? { run?.channels }
  /// The raised events that wait, the next one first.
  public var waiting: [Event] { run?.waiting ?? [] }
  /// The first step that is not as recorded, of those so far; nil if all are, or nothing is compared.
  public var divergence: Divergence? { run?.divergence }
  /// In which fields the replay differs so far from what is recorded, if it is compared.
  package var differences: [FieldDifference] { run?.differences ?? [] }

  /// The id of a command; nil if the app has none of that name.
  public func command(_ name: String) -> CommandID? {
    commands.firstIndex(of: name).map { CommandID(rawValue: UInt16($0 + 1)) }
  }

  /// The last step that was dispatched, with all that came of it; nil before the first.
  ///
  /// - Complexity: O(1), or that of a replay up to there after a movement that only looked for something.
  public func step() throws(SteppedReplayError) -> ReplayedStep? {
    let here = position
    guard here > 0 else { return nil }
    if let kept = run?.kept, kept.outcome.index == here - 1 { return kept }
    // The end is known only once nothing follows.
    let next = isAtEnd ? here + 1 : here
    try restart()
    try go(to: here)
    if next > here { try go(to: next) }
    return run?.kept
  }

  // MARK: Movements

  /// Goes to a position, or to the end if there are fewer steps; stops earlier if it is asked to.
  ///
  /// - Complexity: O(steps from here), or O(steps from the start) backwards.
  public func go(to target: UInt64) throws(SteppedReplayError) {
    var margin = Self.margin
    while true {
      if target < position { try restart() }
      let run = try current()
      watch.beforeFirst = beforeHandlers
      try move(run) { () throws(SessionError) in
        try run.advance(to: target, margin, shouldStop)
      }
      // Handlers may have raised more for this time than the margin: nearer to it in single steps.
      guard run.position > target else { return }
      try restart()
      margin = margin > target / 16 ? target : margin * 16
    }
  }

  /// Goes to where an input was dispatched, or to the end if there are fewer.
  ///
  /// - Parameter number: of the input, from 0.
  /// - Throws: what is wrong with the recording, or why the app cannot be made anew.
  public func go(toInput number: UInt64) throws(SteppedReplayError) {
    if number < inputCount { try restart() }
    let run = try current()
    try move(run) { () throws(SessionError) in try run.advance(toInput: number, shouldStop) }
  }

  /// Goes to the first step at a time or later, or to the end if there is none.
  ///
  /// - Parameter time: in ns, on the clock of the recording.
  /// - Throws: what is wrong with the recording, or why the app cannot be made anew.
  public func go(toTime time: Int64) throws(SteppedReplayError) {
    // Whether a step before is at that time, too, only the way there tells.
    if position > 0 { try restart() }
    let run = try current()
    try move(run) { () throws(SessionError) in try run.advance(toTime: time, shouldStop) }
  }

  /// Goes on until a step meets a condition, or to the end.
  ///
  /// - Parameter breakpoints: the conditions.
  /// - Returns: the one that was met; nil at the end, or if it was asked to stop.
  /// - Throws: what is wrong with the recording, or why the app cannot be made anew.
  public func goOn(until breakpoints: [StepBreakpoint]) throws(SteppedReplayError)
    -> StepBreakpoint?
  {
    try prepare(breakpoints)
    let run = try current()
    var met: StepBreakpoint?
    try move(run) { () throws(SessionError) in
      met = try run.advance(until: breakpoints, shouldStop)
    }
    return met
  }

  /// Goes back to the last step before the current one that meets a condition, or to the start.
  ///
  /// - Parameter breakpoints: the conditions.
  /// - Returns: the one that was met; nil at the start.
  /// - Throws: what is wrong with the recording, or why the app cannot be made anew.
  /// - Complexity: O(steps from the start), twice.
  public func goBack(until breakpoints: [StepBreakpoint]) throws(SteppedReplayError)
    -> StepBreakpoint?
  {
    let here = position
    guard here > 1 else {
      try restart()
      return nil
    }
    try prepare(breakpoints)
    try restart()
    let run = try current()
    var last: (step: UInt64, breakpoint: StepBreakpoint)?
    try move(run) { () throws(SessionError) in
      last = try run.lastMeeting(breakpoints, before: here - 1, shouldStop)
    }
    if shouldStop() { return nil }
    try go(to: last.map { $0.step + 1 } ?? 0)
    return last?.breakpoint
  }

  /// Compares from the start on, if a condition needs it.
  private func prepare(_ breakpoints: [StepBreakpoint]) throws(SteppedReplayError) {
    guard !isVerifying, breakpoints.contains(where: { $0.condition == .divergence }) else { return }
    isVerifying = true
    let here = position
    try restart()
    try go(to: here)
  }

  private func move(
    _ run: SteppedRun,
    _ body: () throws(SessionError) -> Void
  ) throws(SteppedReplayError) {
    do throws(SessionError) { try body() } catch { throw .session(error) }
  }

  deinit { run?.close() }
}
