import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording

/// Calls sent to a simulated phone that somebody carries around, until nothing more will come of them.
struct CallSession: ~Copyable {
  /// What the phone did and counted.
  let phone: Phone?
  private var dispatcher: Dispatcher<CallSink>
  private let routing: CommandRouting
  private var texts = PayloadArenaWriter(minimumCapacity: 2 * BridgeLimits().urlBytes)
  private var router: CallRouter
  private var fixes: SyntheticSession
  private var nextFix: Event?
  private var sent: UInt32 = 0
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
    let watch = Watch()
    let instance = try App(app, calls: calls, model: model) { map in
      do {
        try map.replaceHandlers { WatchedHandler($2, $1, watch) }
      } catch { preconditionFailure("the map of \(app) is fixed: \(error)") }
    }
    phone = instance.phone
    routing = instance.routing
    router = CallRouter(routing.names, rules: calls)
    let names = instance.table.names
    dispatcher = Dispatcher(table: instance.table, sink: CallSink(watch: watch, names: names))
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
    runFixes(until: time)
    var text = url
    let event = text.withUTF8Text { text -> Event? in
      guard var reference = texts.write(text, waits: false) else { return nil }
      reference.tag = UInt32(BridgeTransport.commandLine.rawValue)
      return Event(
        timestamp: time,
        sequence: sent,
        command: router.command(of: text),
        source: .bridge,
        kind: .message,
        payload: Payload(reference)
      )
    }
    guard let event else { throw .usage("a call has at most \(BridgeLimits().urlBytes) bytes") }
    sent += 1
    dispatch(event)
    let reference = event.payload.reference
    texts.arena.free(upTo: reference.offset + UInt64(reference.length))
  }

  /// Lets everything happen that the calls have brought about.
  consuming func finish() -> [CallStep] {
    while phone?.location.isRunning == true, nextFix != nil { runNextFix() }
    dispatcher.finish()
    return dispatcher.takeSink().steps
  }

  private mutating func runFixes(until time: Int64) {
    while let next = nextFix, next.timestamp < time { runNextFix() }
    dispatcher.advance(to: time)
  }

  /// Gives the next fix to the phone, if it wants to know.
  private mutating func runNextFix() {
    guard var fix = nextFix else { return }
    findNextFix()
    dispatcher.advance(to: fix.timestamp)
    guard phone?.location.isRunning == true else { return }
    fix.command = routing.location
    fix.sequence = fixCount
    fixCount += 1
    dispatch(fix)
  }

  private mutating func dispatch(_ event: Event) {
    let events: [1 of Event] = [event]
    dispatcher.dispatch(events.span, arena: texts.arena)
  }
}
