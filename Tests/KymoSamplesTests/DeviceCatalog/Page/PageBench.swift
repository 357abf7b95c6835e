import KymoBridge
import KymoCore
import KymoDevice
import KymoSamples
import KymoMCAP
import KymoRecording
import Testing

/// The DeviceCatalog with a page, its phone on the bench: one input at a time, and what came of it.
final class PageBench {
  let phone: Phone
  let mode: CallMode
  private var dispatcher: Dispatcher<StepLines>
  private var router: CallRouter
  private var encoder: CallEncoder
  private var texts: PayloadArenaWriter
  private var requests: UInt32 = 0
  /// Who sends the calls, and how many of each were sent.
  var caller = SourceID.bridge {
    didSet { requests = 0 }
  }
  private var samples: UInt32 = 0
  /// The time of the latest input, in ns.
  private(set) var now: Int64 = 0

  static let second: Int64 = 1_000_000_000
  /// Small, so that a bench is cheap to set up.
  static let limits = BridgeLimits(messageBytes: 1 << 16)

  init(
    _ mode: CallMode = .strict,
    _ model: PhoneModel = PhoneModel(),
    limits: BridgeLimits = PageBench.limits
  ) throws {
    phone = try Phone(model)
    self.mode = mode
    let rules = CallRules(mode: mode, limits: limits)
    let table = try CommandTable(DeviceCatalog.makeMap(phone, calls: rules))
    router = CallRouter(table.lookup, rules: rules)
    encoder = CallEncoder(base: "", mode: mode, limits: limits)
    texts = PayloadArenaWriter(minimumCapacity: 2 * limits.urlBytes)
    let lines = StepLines(names: table.names)
    dispatcher = Dispatcher(table: table, sink: lines)
  }

  /// What the page's makeCall sends, a second after the last input unless a time is given.
  @discardableResult
  func call(_ command: String, _ message: String? = nil, at time: Int64? = nil) throws -> [String] {
    try encoder.encode(command: command, message: message)
    return try url(encoder.text, at: time)
  }

  /// A URL as it is.
  @discardableResult
  func url(_ url: String, at time: Int64? = nil) throws -> [String] {
    now = time ?? now + Self.second
    let text = Array(url.utf8)
    let reference = try #require(text.withRawSpan { texts.write($0, waits: false) })
    let event = Event(
      timestamp: now,
      sequence: requests,
      command: text.withRawSpan { router.command(of: $0) },
      source: caller,
      kind: .message,
      payload: Payload(reference)
    )
    requests += 1
    defer { texts.arena.free(upTo: reference.offset + UInt64(reference.length)) }
    return dispatch(event)
  }

  /// A fix that the phone has found, by default at the moment of its delivery.
  @discardableResult
  func fix(
    _ latitude: Double = 46.5,
    _ longitude: Double = -7.25,
    altitude: Double = 500,
    determined: Int64? = nil,
    at time: Int64? = nil
  ) -> [String] {
    now = time ?? now + Self.second
    let location = Location(
      latitude: latitude,
      longitude: longitude,
      altitude: altitude,
      fixTimestamp: determined ?? now
    )
    return input("sendloc", .location, .location, Payload(location))
  }

  /// A sample of the accelerometer.
  @discardableResult
  func shake(_ x: Double, _ y: Double, _ z: Double, at time: Int64? = nil) -> [String] {
    now = time ?? now + Self.second
    let sample = Payload(Acceleration(x: x, y: y, z: z))
    return input("accel", .accelerometer, .acceleration, sample)
  }

  private func input(
    _ command: String,
    _ source: SourceID,
    _ kind: EventKind,
    _ payload: Payload
  ) -> [String] {
    samples += 1
    return dispatch(
      Event(
        timestamp: now,
        sequence: samples,
        command: dispatcher.table.id(of: command),
        source: source,
        kind: kind,
        payload: payload
      )
    )
  }

  private func dispatch(_ event: Event) -> [String] {
    let events = [event]
    dispatcher.dispatch(events.span, arena: texts.arena)
    return dispatcher.sink.take()
  }

  /// Lets so much time pass, and gives what came due.
  func wait(until time: Int64) -> [String] {
    dispatcher.advance(to: time)
    now = time
    return dispatcher.sink.take()
  }

  /// The end of the session.
  func finish() -> [String] {
    dispatcher.finish()
    return dispatcher.sink.take()
  }

  /// How many requests of a command ended in this way.
  func count(_ command: String, _ status: OutcomeStatus) -> UInt64 {
    dispatcher.count(dispatcher.table.id(of: command), status)
  }

  /// What the phone has counted under a name.
  func counter(_ name: String) -> UInt64? { phone.counters.first { $0.name == name }?.count }

  /// The lines of the phone's log.
  var log: [String] { phone.log.lines.map(\.text) }

  /// Records so many seconds under a name.
  func record(_ name: String, seconds: Int64) throws {
    #expect(try call("rec", "[\"\(name)\",\"start\"]") == ["rec completed"])
    let end = now + seconds * Self.second
    #expect(try call("rec", "[\"\(name)\",\"stop\"]", at: end) == ["rec completed"])
  }
}
