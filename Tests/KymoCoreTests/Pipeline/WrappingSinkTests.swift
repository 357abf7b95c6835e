import KymoCore
import Testing

/// What a sink that wraps another hands on by itself.
@Suite("Sinks around others") struct WrappingSinkTests {
  /// Notes whatever it is told.
  struct Everything: OutcomeSink {
    var told: [String] = []

    static var mayRaise: Bool { true }
    static var takesTurns: Bool { true }
    static var followsHandlers: Bool { true }

    var nextTurn: Int64 { told.contains("turn") ? .max : 15 }

    mutating func takeTurn(at timestamp: Int64) -> Int64 {
      told.append("turn")
      return timestamp + 1
    }

    mutating func willDispatch(_ count: Int) { told.append("run of \(count)") }

    mutating func follow(_ step: HandlingStep, of event: borrowing Event) {
      told.append("follow \(step)")
    }

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { told.append("outcome \(outcome.index)") }

    mutating func pass(_ event: borrowing Event, message: RawSpan) { told.append("pass") }

    mutating func respond(_ raising: inout SinkRaiser) { told.append("respond") }
  }

  /// Defines nothing.
  struct Plain<Wrapped: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable { var sink: Wrapped }

  private func told<Sink: OutcomeSink & ~Copyable>(
    _ sink: consuming Sink,
    _ told: (borrowing Sink) -> [String]
  ) throws -> [String] {
    var map = CommandMap()
    map.view("a") { _ in .proceed }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: sink)
    let events = [
      Event.sample(at: 10), Event.sample(at: 20, command: .max),
    ]
    dispatcher.dispatch(events.span, arena: .empty)
    dispatcher.advance(to: 30)
    dispatcher.finish()
    return told(dispatcher.sink)
  }

  @Test("One that defines nothing hands everything on") func plain() throws {
    let alone = try told(Everything()) { $0.told }
    #expect(alone.contains("turn") && alone.contains("pass") && alone.contains("respond"))
    #expect(alone.contains("outcome 0") && alone.contains { $0.hasPrefix("follow") })
    #expect(try told(Plain(sink: Everything())) { $0.sink.told } == alone)
    #expect(try told(Plain(sink: Plain(sink: Everything()))) { $0.sink.sink.told } == alone)
    #expect(Plain<Everything>.mayRaise && Plain<Everything>.takesTurns)
    #expect(!Plain<NoSink>.mayRaise && !Plain<NoSink>.takesTurns)
    #expect(!Plain<NoSink>.followsHandlers)
  }

  /// Defines one thing.
  struct Runs<Wrapped: OutcomeSink & ~Copyable>: WrappingSink, ~Copyable {
    var sink: Wrapped
    var count = 0

    mutating func willDispatch(_ count: Int) { self.count += 1 }
  }

  @Test("What one defines itself is not handed on") func defined() throws {
    let alone = try told(Everything()) { $0.told }
    let wrapped = try told(Runs(sink: Everything())) { $0.sink.told }
    #expect(wrapped == alone.filter { !$0.hasPrefix("run of") })
  }
}
