import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording

/// Calls sent to a simulated phone that somebody carries around, until nothing more will come of them.
struct CallSession: ~Copyable {
  /// What the phone did and counted.
  let phone: Phone?
  private var port: CallPort
  private let location: CommandID
  private let limit: Int
  private var fixes: SyntheticSession
  private var nextFix: Event?
  private var fixCount: UInt32 = 0

  /// Prepares a phone; fixes come once a second, the first a cached one, more than five seconds old.
  ///
  /// - Throws: why the sandbox cannot be used.
  init(
    _ app: String,
    calls: CallRules,
    model: PhoneModel,
    motion: SyntheticSession.Kind
  ) throws(CommandFailure) {
    var map = CommandMap()
    let instance = try App(app, calls: calls, model: model) { map = $0 }
    phone = instance.phone
    location = instance.routing.location
    limit = calls.limits.urlBytes
    do { port = try CallPort(map, rules: calls, watches: true) } catch {
      preconditionFailure("the map of \(app) is fixed: \(error)")
    }
    fixes = SyntheticSession(
      kind: motion,
      seed: model.seed,
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
  /// - Throws: `usage` for a URL that is too long.
  mutating func send(_ url: String, at time: Int64) throws(CommandFailure) {
    guard url.utf8.count <= limit else { throw .usage("a call has at most \(limit) bytes") }
    while let next = nextFix, next.timestamp < time { runNextFix() }
    port.send(url, at: time)
  }

  /// Lets everything happen that the calls have brought about.
  consuming func finish() -> [CallStep] {
    while phone?.location.isRunning == true, nextFix != nil { runNextFix() }
    port.finish()
    return port.takeSteps()
  }

  /// Gives the next fix to the phone, if it wants to know.
  private mutating func runNextFix() {
    guard var fix = nextFix else { return }
    findNextFix()
    port.advance(to: fix.timestamp)
    guard phone?.location.isRunning == true else { return }
    fix.command = location
    fix.sequence = fixCount
    fixCount += 1
    port.dispatch(fix)
  }
}
