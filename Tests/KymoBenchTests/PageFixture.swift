import KymoBench
import KymoBenchFixtures
import KymoCore

/// A page that asks, a phone that answers later, and the load that they make.
enum PageFixture {
  /// A decoder for texts of one letter: there is nothing to decode.
  final class Letters: RequestDecoder {
    override var textCapacity: Int { 16 }
  }

  /// The business of the page's two commands, and of what answers them.
  ///
  /// `ask` is answered by the next `fix`, `wait` by an event that is raised for `delay` ns later; `tell` is
  /// answered at once, and `say` speaks by itself.
  final class Desk {
    var asked: UInt32?
    var waiting: [UInt32] = []
  }

  static let delay: Int64 = 3_000_000

  static let commands = ["ask", "fix", "wait", "later", "tell", "say"]

  /// The id of a command of ``table(_:cost:)``.
  static func id(_ command: String) -> UInt16 {
    UInt16(1 + (commands.firstIndex(of: command) ?? commands.count))
  }

  /// A table whose handlers take `cost` ns of virtual time each.
  static func table(_ clock: VirtualClock, cost: Int64) throws -> CommandTable {
    let desk = Desk()
    var map = CommandMap()
    map.decoder = Letters()
    for command in commands.prefix(2) { map.validate(command, LoadFixture.Work(clock, cost: cost)) }
    map.validate("wait", LoadFixture.Work(clock, cost: cost))
    let later = map.raise("later")
    for command in commands.dropFirst(3) {
      map.validate(command, LoadFixture.Work(clock, cost: cost))
    }
    map.business("ask") { exchange in
      desk.asked = desk.asked ?? exchange.event.sequence
      return .exit
    }
    map.view("fix") { (exchange) throws(HandlerError) in
      guard let asked = desk.asked.take() else { return .proceed }
      try reply(&exchange, to: .request(.bridge, asked))
      return .proceed
    }
    map.business("wait") { (exchange) throws(HandlerError) in
      desk.waiting.append(exchange.event.sequence)
      try exchange.raise(later, at: exchange.event.timestamp + delay)
      return .exit
    }
    map.view("later") { (exchange) throws(HandlerError) in
      try reply(&exchange, to: .request(.bridge, desk.waiting.removeFirst()))
      return .proceed
    }
    map.view("tell") { (exchange) throws(HandlerError) in
      try reply(&exchange, to: nil)
      return .proceed
    }
    map.view("say") { (exchange) throws(HandlerError) in
      try reply(&exchange, to: .unsolicited)
      return .proceed
    }
    return try CommandTable(map)
  }

  static func reply(_ exchange: inout Exchange, to cause: ReplyCause?) throws(HandlerError) {
    // The text of a reply is that of the request, or nothing.
    let text = exchange.withMessage { $0.byteCount } ?? 0
    try [UInt8](repeating: 65, count: text).withBytes { (bytes) throws(HandlerError) in
      try exchange.reply(text: bytes, to: cause)
    }
  }

  /// Events at these times; those of requests are numbered.
  static func workload(_ inputs: [(command: String, milliseconds: Int64)]) throws -> Workload {
    var events: [Event] = []
    var requests: UInt32 = 0
    for (index, input) in inputs.enumerated() {
      let isRequest = input.command != "fix" && input.command != "none"
      var event = LoadFixture.event(
        index,
        at: input.milliseconds * 1_000_000,
        command: id(input.command)
      )
      if isRequest {
        event.source = .bridge
        event.sequence = requests
        event.kind = .message
        event.payload = Payload(PayloadReference(offset: UInt64(requests % 3), length: 1))
        requests += 1
      } else if input.command == "fix" {
        event.source = .location
        event.kind = .location
        event.payload = Payload(Location(latitude: 1, longitude: 2, fixTimestamp: event.timestamp))
      }
      events.append(event)
    }
    return try Workload(events: events, messages: Array("abc".utf8))
  }
}
