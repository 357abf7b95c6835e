import KymoBridge
import KymoCommandLine
import KymoCore
import KymoRecording
import KymoSynth

/// Calls sent to a simulated phone that somebody carries around, until nothing more will come of them.
struct CallSession: ~Copyable {
  /// The app that takes the calls, with its device.
  let app: any App
  private var port: CallPort
  private let location: CommandID
  private let limit: Int
  private var fixes: SyntheticSession
  private var nextFix: Event?
  private var fixCount: UInt32 = 0
  private var sent: [SessionInput] = []
  private var advanced: Int64?

  /// Prepares a phone; fixes come once a second, the first a cached one, more than five seconds old.
  ///
  /// - Parameters:
  ///   - instance: the app.
  ///   - map: what its table was made of.
  ///   - calls: how calls are read.
  ///   - seed: where the fixes start.
  ///   - motion: how somebody carries the device around.
  init(
    _ instance: consuming AppInstance,
    _ map: CommandMap,
    calls: CallRules,
    seed: UInt64,
    motion: SyntheticSession.Kind
  ) {
    app = instance.app
    location = instance.routing.location
    limit = calls.limits.urlBytes
    do { port = try CallPort(map, rules: calls, watches: true) } catch {
      preconditionFailure("a table was made of this map: \(error)")
    }
    fixes = SyntheticSession(
      kind: motion,
      seed: seed,
      durationNanoseconds: 1 << 60,
      accelerometerHertz: 0.001
    )
    findNextFix()
  }

  private mutating func findNextFix() {
    repeat { nextFix = fixes.next() } while nextFix.map { $0.kind != .location } ?? false
  }

  /// Sends a call at a logical time.
  ///
  /// The phone lives through all fixes before that, if it wants them or not: what it thinks of one depends on them.
  ///
  /// - Throws: `usage` for a URL that is too long; `partial` if the user stops it.
  /// - Complexity: O(seconds since the last call).
  mutating func send(
    _ url: String,
    at time: Int64,
    _ interrupt: Interrupt
  ) throws(CommandFailure) {
    guard url.utf8.count <= limit else { throw .usage("a call has at most \(limit) bytes") }
    while let next = nextFix, next.timestamp < time {
      if interrupt.isRequested { throw CommandFailure("interrupted", status: .partial) }
      runNextFix()
    }
    sent.append(SessionInput(request: Array(url.utf8), by: .commandLine, at: time))
    port.send(url, at: time)
  }

  /// The outcome of the calls.
  struct Outcome {
    /// Every event in the order of dispatch.
    var steps: [CallStep]
    /// The inputs of the app: the calls, and the fixes that it wanted.
    var inputs: [SessionInput]
    /// Up to when the phone lived on after the last of them, in ns; nil if it did not.
    var end: Int64?
  }

  /// Lets everything happen that the calls have brought about.
  consuming func finish() -> Outcome {
    while app.device?.wantsLocation == true, nextFix != nil { runNextFix() }
    // What a device does by itself may bring about more, which nothing can once the run is over.
    while let time = app.device?.nextEventTime, time < .max, time >= advanced ?? .min {
      port.advance(to: time + 1)
      advanced = time + 1
    }
    port.finish()
    let last = sent.last?.event.timestamp ?? .min
    return Outcome(
      steps: port.takeSteps(),
      inputs: sent,
      end: advanced.flatMap { $0 > last ? $0 : nil }
    )
  }

  /// Gives the next fix to the phone, if it wants to know.
  private mutating func runNextFix() {
    guard var fix = nextFix else { return }
    findNextFix()
    port.advance(to: fix.timestamp)
    advanced = fix.timestamp
    guard app.device?.wantsLocation == true else { return }
    fix.command = location
    fix.sequence = fixCount
    fixCount += 1
    sent.append(SessionInput(event: fix))
    port.dispatch(fix)
  }
}
