import KymoCore
import Testing

@testable import KymoProfile

/// Sinks that a profile stands around.
@Suite("Sinks that are watched") struct WatchedSinkTests {
  /// A page with a timer every 10 ns, which makes a call each time.
  private struct Page: OutcomeSink {
    var nextTurn: Int64 = 10
    var turns: [Int64] = []
    var calls = 0
    private var wantsToCall = false

    static var mayRaise: Bool { true }
    static var takesTurns: Bool { true }

    mutating func takeTurn(at timestamp: Int64) -> Int64 {
      turns.append(timestamp)
      nextTurn += 10
      wantsToCall = true
      return timestamp
    }

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { if event.source == .page { calls += 1 } }

    mutating func respond(_ raising: inout SinkRaiser) {
      guard wantsToCall else { return }
      wantsToCall = false
      _ = try? raising.raise(CommandID(rawValue: 1), at: 0, source: .page)
    }
  }

  private func turns<Sink: OutcomeSink & ~Copyable>(
    _ map: CommandMap,
    _ sink: consuming Sink,
    _ page: (borrowing Sink) -> Page
  ) throws -> (turns: [Int64], calls: Int) {
    var pipeline = Pipeline(table: try CommandTable(map), sink: sink)
    var producer = pipeline.addLane(minimumCapacity: 4)
    producer.push(
      Event(
        timestamp: 35,
        sequence: 0,
        command: CommandID(rawValue: 1),
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload()
      )
    )
    producer.finish()
    pipeline.run()
    pipeline.finish(after: 56)
    let page = page(pipeline.dispatcher.sink)
    return (page.turns, page.calls)
  }

  @Test("A page gets its turns, watched or labelled") func turns() throws {
    var map = CommandMap()
    map.view("a") { _ in .proceed }
    let alone = try turns(map, Page()) { $0 }
    #expect(alone.turns == [10, 20, 30, 40, 50] && alone.calls == 5)

    let table = try CommandTable(map)
    let labelled = try turns(map, LabelledSink(Page(), SampleLabels(), table)) { $0.sink }
    #expect(labelled == alone)

    let watch = StageWatch()
    watch.timeAll(expected: 6)
    try watch.watch(&map)
    watch.begin()
    let watched = try turns(map, WatchedSink(Page(), watch)) { $0.sink }
    watch.end()
    #expect(watched == alone)
  }
}
