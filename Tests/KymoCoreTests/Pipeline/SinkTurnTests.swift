import KymoCore
import Testing

/// Sinks that do something between events.
@Suite("Sinks that take turns") struct SinkTurnTests {
  /// Takes turns at given times, each of which raises an event for that time.
  struct TurnSink: OutcomeSink {
    var turns: [Int64]
    var log: [String] = []
    private var wantsToRaise = false

    init(_ turns: [Int64]) { self.turns = turns }

    static var mayRaise: Bool { true }
    static var takesTurns: Bool { true }

    var nextTurn: Int64 { turns.first ?? .max }

    mutating func takeTurn(at timestamp: Int64) -> Int64 {
      log.append("turn \(timestamp)")
      turns.removeFirst()
      wantsToRaise = true
      return timestamp
    }

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { log.append("\(event.source == .page ? "raised" : "input") \(event.timestamp)") }

    mutating func respond(_ raising: inout SinkRaiser) {
      guard wantsToRaise else { return }
      wantsToRaise = false
      do { try raising.raise(CommandID(rawValue: 1), at: 0, source: .page) } catch {
        log.append("\(error)")
      }
    }
  }

  private func events(at times: [Int64]) -> [Event] {
    times.enumerated().map { index, time in
      Event(
        timestamp: time,
        sequence: UInt32(index),
        command: CommandID(rawValue: 1),
        source: .accelerometer
      )
    }
  }

  /// A dispatcher that was given inputs at some times in one run.
  private func dispatched<Sink: OutcomeSink>(
    _ times: [Int64],
    _ sink: Sink
  ) throws -> Dispatcher<Sink> {
    var map = CommandMap()
    map.view("accel") { _ in .proceed }
    var dispatcher = Dispatcher(table: try CommandTable(map), sink: sink)
    dispatcher.dispatch(events(at: times).span, arena: PayloadArena(minimumCapacity: 0))
    return dispatcher
  }

  @Test("turns go between inputs, and after those of their own time") func order() throws {
    let dispatcher = try dispatched([10, 20, 30], TurnSink([5, 10, 20, 25, 30]))
    #expect(
      dispatcher.sink.log == [
        "turn 5", "raised 6", "input 10", "turn 10", "raised 11", "input 20", "turn 20",
        "raised 21", "turn 25",
        "raised 26", "input 30",
      ]
    )
  }

  @Test("what a turn raises goes before a later turn, and before one at its own time")
  func raised() throws {
    let dispatcher = try dispatched([100], TurnSink([10, 11, 11, 12]))
    #expect(
      dispatcher.sink.log == [
        "turn 10", "raised 11", "turn 11", "turn 11", "raised 12", "raised 12", "turn 12",
        "raised 13", "input 100",
      ]
    )
  }

  @Test("while nothing arrives, turns are taken up to a time, and none at the end") func idle()
    throws
  {
    var dispatcher = try dispatched([], TurnSink([5, 6, 50]))
    dispatcher.advance(to: 6)
    #expect(dispatcher.sink.log == ["turn 5"])
    dispatcher.advance(to: 8)
    #expect(dispatcher.sink.log == ["turn 5", "raised 6", "turn 6", "raised 7"])
    dispatcher.finish()
    #expect(dispatcher.sink.turns == [50])
  }

  @Test("sinks behind others take their turns") func nested() throws {
    let alone = try dispatched([10, 20], TurnSink([15])).sink.log
    let pair = try dispatched([10, 20], PairSink(NoSink(), TurnSink([15])))
    #expect(pair.sink.second.log == alone)
    let both = try dispatched([10, 20], PairSink(TurnSink([15]), TurnSink([12])))
    #expect(both.sink.first.log.filter { $0.hasPrefix("turn") } == ["turn 15"])
    #expect(both.sink.second.log.filter { $0.hasPrefix("turn") } == ["turn 12"])
    var map = CommandMap()
    map.view("accel") { _ in .proceed }
    var optional = Dispatcher(table: try CommandTable(map), sink: OptionalSink(TurnSink([15])))
    optional.dispatch(events(at: [10, 20]).span, arena: PayloadArena(minimumCapacity: 0))
    #expect(optional.sink.take()?.log == alone)
  }
}
