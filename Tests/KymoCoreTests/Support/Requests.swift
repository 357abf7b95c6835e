import KymoCore

/// Events of which some are requests, and the arena in which the texts of those lie.
struct Requests: ~Copyable {
  private(set) var events: [Event] = []
  private var writer = PayloadArenaWriter(minimumCapacity: 1 << 20)

  var arena: PayloadArena { writer.arena }

  init() {}

  /// One request for command 1.
  init(_ text: String) { add(text, at: 0) }

  mutating func add(_ text: String, at time: Int64, command: UInt16 = 1) {
    guard let reference = UnsafeBytes.lend(Array(text.utf8), { writer.write($0, waits: false) })
    else { preconditionFailure("the texts of a test fit") }
    events.append(
      Event(
        timestamp: time,
        sequence: UInt32(events.count),
        command: CommandID(rawValue: command),
        source: .bridge,
        kind: .message,
        payload: Payload(reference)
      )
    )
  }

  mutating func add(_ event: Event) { events.append(event) }
}

extension Dispatcher where Sink: ~Copyable {
  /// Dispatches all of `requests`.
  mutating func dispatch(_ requests: borrowing Requests) {
    let (events, arena) = (requests.events, requests.arena)
    dispatch(events.span, arena: arena)
  }
}
