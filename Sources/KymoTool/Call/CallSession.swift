import KymoBridge
import KymoCore
import KymoDevice
import KymoRecording

/// Calls sent to a simulated phone that somebody carries around, until nothing more will come of them.
struct CallSession: ~Copyable {
  /// The app that takes the calls, with its device.
  let app: any App
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
  /// - Parameters:
  ///   - instance: made with a map that `watch` has prepared.
  ///   - watch: what the handlers do is told to it.
  ///   - calls: how calls are read.
  ///   - seed: where the fixes start.
  ///   - motion: how somebody carries the device around.
  init(
    _ instance: consuming AppInstance,
    _ watch: Watch,
    calls: CallRules,
    seed: UInt64,
    motion: SyntheticSession.Kind
  ) {
    app = instance.app
    routing = instance.routing
    router = CallRouter(routing.names, rules: calls)
    let names = instance.table.names
    dispatcher = Dispatcher(table: instance.table, sink: CallSink(watch: watch, names: names))
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
    while app.device?.wantsLocation == true, nextFix != nil { runNextFix() }
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
    guard app.device?.wantsLocation == true else { return }
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
