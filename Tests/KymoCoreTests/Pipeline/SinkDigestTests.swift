import KymoCore
import Testing

/// The digest is a tracer's: a dispatcher has none.
@Suite("Digests that sinks are told") struct SinkDigestTests {
  /// Keeps the digests and what they came with.
  struct Digests: OutcomeSink {
    var digests: [UInt64] = []
    var statuses: [OutcomeStatus] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      digests.append(digest)
      statuses.append(outcome.status)
    }
  }

  @Test("Without a tracer in front it is 0, however a request ends")
  func none() throws {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("plain", Handler())
    map.view("text") { (exchange) throws(HandlerError) in
      try UnsafeBytes.lend([1]) { (text) throws(HandlerError) in try exchange.reply(text: text) }
      return .proceed
    }
    map.view("error") { (_) throws(HandlerError) in throw .timedOut }
    map.batch("batch", RunningTotal())
    let table = try CommandTable(map)
    let commands = ["plain", "text", "error", "batch", "nobody"].map { table.id(of: $0).rawValue }
    var requests = Requests()
    for (index, command) in commands.enumerated() {
      requests.add(.sample(at: Int64(index), command: command))
      requests.add("i1", at: Int64(index), command: command)
    }
    var dispatcher = Dispatcher(table: table, sink: Digests())
    dispatcher.dispatch(requests)
    #expect(dispatcher.sink.digests == Array(repeating: 0, count: 2 * commands.count))
    let statuses = Set(dispatcher.sink.statuses)
    #expect(statuses.isSuperset(of: [.completed, .failed, .unknownCommand]))
  }
}
