import KymoBridge
import KymoCore
import KymoTestSupport
import Testing

/// A request from its text to the text of its reply, through a whole dispatcher, without allocation.
@Suite("Requests, steady state") struct RequestSteadyStateTests {
  /// Two texts, of which the first is a name of its own length; else an error or an exit.
  final class Validation: Handler {
    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      let name = try exchange.text(at: 1)
      if exchange.parameter(2, is: "forbidden") { return .exit }
      guard name.length > 0 else { throw .invalidValue }
      return .proceed
    }
  }

  /// Leaves a text of its own, and raises an event that is taken back at the next request.
  final class Business: Handler {
    let tick: CommandID
    var raised: RaisedEvent?
    var text = Array("result".utf8)

    init(_ tick: CommandID) { self.tick = tick }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      if let raised { exchange.cancel(raised) }
      let now = exchange.event.timestamp
      raised = try exchange.raise(tick, at: now + 1_000)
      try exchange.raise(tick, at: now)
      try text.asText { (text) throws(HandlerError) in try exchange.append(text: text) }
      return .proceed
    }
  }

  /// Replies with a script whose payload is the second parameter's raw wording and the result.
  final class View: Handler {
    private var script = ReplyScript(maximumBytes: 1 << 12)
    private var json = JSONWriter(maximumBytes: 1 << 10)

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      let raw = try exchange.rawText(at: 2)
      guard case .text(let result)? = exchange.result(0) else { throw .wrongType }
      json.reset()
      json.beginArray()
      exchange.withText(raw) { json.write(utf8: $0) }
      exchange.withText(result) { json.write(utf8: $0) }
      json.endArray()
      do throws(JSONWriterError) {
        try json.finish()
        try script.writeJSONRequest("answer", json: json)
      } catch { throw .tooLong }
      try script.withText { (text) throws(HandlerError) in try exchange.reply(text: text) }
      return .proceed
    }
  }

  /// Replies to a request that failed.
  final class Failure: Handler {
    let text = Array("failed()".utf8)

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      try text.asText { (text) throws(HandlerError) in try exchange.reply(text: text) }
      return .proceed
    }
  }

  /// Adds up what came back.
  struct Tally: OutcomeSink {
    var statuses: [6 of UInt64] = [0, 0, 0, 0, 0, 0]
    var replyBytes = 0

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      statuses[Int(outcome.status.rawValue)] += 1
      guard outcome.replyKind == .text else { return }
      replyBytes += reply.byteCount
    }
  }

  // In a process of its own, where the test library's hook on every throw can be taken away: it
  // allocates a backtrace.
  @Test(
    "Text in, three stages, text out: no request allocates, whatever becomes of it",
    .enabled(if: Allocations.areCounted, "allocations are not counted under a sanitizer")
  )
  func requests() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      try Self.checkRequests()
    }
    let said = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(!said.contains("Fatal"), "\(said)")
  }

  static func checkRequests() throws {
    Allocations.unhookThrows()
    let rules = CallRules(limits: BridgeLimits(messageBytes: 1 << 12))
    var map = CommandMap()
    map.decoder = CallRequestDecoder(rules)
    let tick = map.raise("tick")
    map.validate("ask", Validation())
    map.business("ask", Business(tick))
    map.view("ask", View())
    map.error("ask", Failure())
    let table = try CommandTable(map)
    var router = CallRouter(table.lookup, rules: rules)
    var dispatcher = Dispatcher(table: table, sink: Tally())
    let queue = EventQueue(minimumCapacity: 64, arenaBytes: 1 << 14)
    var producer = queue.producer
    var sequencer = Sequencer()
    sequencer.add(queue.consumer)
    let texts = [
      "call?cmd=ask&msg=%5B%22caf%C3%A9%22%2C12.50%5D",  // ["café",12.50]
      "call?cmd=ask&msg=%5B%22a%22%2C%7B%22b%22%3A%5Bnull%5D%7D%5D",  // ["a",{"b":[null]}]
      "call?cmd=ask&msg=%5B%22a%22%2C%22forbidden%22%5D",
      "call?cmd=ask&msg=%5B%22%22%5D",
      "call?cmd=ask&msg=7",
      "call?cmd=ask&msg=%5B1e999%5D",
      "call?cmd=ask&msg=%zz",
      "call?cmd=aks&msg=1",
      "index.html",
    ].map { Array($0.utf8) }

    var number: UInt32 = 0
    func run(until end: UInt32) {
      while number < end {
        let text = texts[Int(number) % texts.count]
        text.asText { text in
          let event = Event(
            timestamp: Int64(number) * 10,
            sequence: number,
            command: router.command(of: text),
            source: .bridge,
            kind: .message,
            payload: Payload()
          )
          producer.push(event, message: text)
        }
        producer.advance(to: Int64(number) * 10 + 1)
        while true {
          let progress = sequencer.poll { events, arena in
            dispatcher.dispatch(events, arena: arena)
          }
          guard case .dispatched = progress else { break }
        }
        number += 1
      }
    }

    let rounds: UInt32 = 10_000
    let count = UInt32(texts.count)
    run(until: count)
    let warm = dispatcher.sink.replyBytes
    let made = Allocations.count { run(until: count * (1 + rounds)) }
    let total = UInt64(rounds + 1)
    let statuses = dispatcher.sink.statuses
    // All ways to end were walked; the ticks completed, but for those that wait.
    precondition(statuses[Int(OutcomeStatus.validationFailed.rawValue)] == total)
    precondition(statuses[Int(OutcomeStatus.failed.rawValue)] == total * 2)
    precondition(statuses[Int(OutcomeStatus.malformed.rawValue)] == total * 3)
    precondition(statuses[Int(OutcomeStatus.unknownCommand.rawValue)] == total)
    precondition(statuses[Int(OutcomeStatus.completed.rawValue)] >= total * 4 - 1)
    precondition(dispatcher.sink.replyBytes == warm * Int(total), "\(dispatcher.sink.replyBytes)")
    precondition(made == 0, "\(made) allocations for \(rounds * count) requests")
  }
}
