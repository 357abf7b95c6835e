import KymoBenchFixtures
import KymoCore
import Testing

@testable import KymoBench

@Suite("The pieces of the ledger") struct LedgerPiecesTests {
  private func run(
    events: Int = 100,
    _ configure: (inout LoadConfiguration) -> Void = { _ in }
  ) throws -> LoadRun {
    var configuration = LoadConfiguration()
    configure(&configuration)
    return try LoadRun(
      LoadFixture.workload(10),
      plan: .constant(rate: 1000, length: .events(events)),
      configuration: configuration
    )
  }

  private func note(_ event: Event, reply: TextReply? = nil) -> LedgerNote {
    var outcome = Outcome(index: 0, status: .completed)
    if let reply {
      outcome.replyKind = .text
      outcome.reply = Payload(reply)
    }
    return LedgerNote(event, outcome, sinkRaises: false)
  }

  @Test("a reply is that of a request of the page, whoever else numbers requests alike")
  func replies() {
    let event = LoadFixture.event(0, at: 1)
    func request(_ cause: ReplyCause) -> UInt32? {
      note(event, reply: TextReply(length: 3, cause: cause)).request
    }
    #expect(request(.request(.bridge, 7)) == 7)
    #expect(request(.request(SourceID(rawValue: 8), 7)) == nil)
    #expect(request(.unsolicited) == nil)
    #expect(note(event).request == nil)
  }

  @Test("without losses the order is the place; with losses it is the next event that looks alike")
  func places() throws {
    var raised = LoadFixture.event(3, at: 30_000_000)
    raised.source = .device
    var strict = PlanPosition(try run())
    var lossy = PlanPosition(try run { $0.overflow = .dropNewest })
    for index in [0, 1, 4] {
      let note = note(LoadFixture.event(index, at: Int64(index) * 10_000_000))
      #expect(lossy.take(note) == index)
      _ = strict.take(note)
    }
    #expect(strict.inputCount == 3 && lossy.inputCount == 3)
    #expect(strict.take(note(raised)) == 3 && lossy.take(note(raised)) == 5)
    #expect(strict.inputCount == 3, "what is raised is no input")
    #expect(strict.due(at: 3) == 3_000_000)
    lossy.rewind()
    #expect(lossy.take(note(LoadFixture.event(0, at: 0))) == 0)
  }

  @Test("what is raised after the last input counts from the last") func last() throws {
    var raised = LoadFixture.event(0, at: 0)
    raised.source = .device
    var position = PlanPosition(try run(events: 2))
    for index in 0..<2 {
      _ = position.take(note(LoadFixture.event(index, at: Int64(index) * 10_000_000)))
    }
    #expect(position.take(note(raised)) == 1)
  }

  @Test("looks are behind every event, or around one in so many") func looks() throws {
    var all = LookSchedule(LoadConfiguration())
    all.advance(after: 5)
    all.rewind(by: 5)
    #expect(!all.isSampled && all.nearbyAt == .min)
    var configuration = LoadConfiguration()
    configuration.sampleInterval = 10
    var some = LookSchedule(configuration)
    let first = some.nearbyAt
    #expect(some.isSampled && (-1..<18).contains(first))
    some.passRaised()
    #expect(some.nearbyAt == first - 1)
    some.advance(after: 100)
    #expect((99..<118).contains(some.nearbyAt))
    let next = some.nearbyAt
    some.rewind(by: 100)
    #expect(some.nearbyAt == next - 100)
  }

  @Test("the boundary moves once, to where the generator cannot be") func boundary() throws {
    var fixed = WarmUpBoundary(try run { $0.warmUp = .events(7) }, nil)
    fixed.note(1, at: 3)
    #expect(!fixed.isOver(at: 6) && fixed.isOver(at: 7) && fixed.outcome == .fixed)
    let long = try run(events: 40_000) { $0.queueCapacity = 16 }
    var boundary = WarmUpBoundary(long, long.makeWarmUpEnd())
    #expect(boundary.place == 20_000)
    for index in 0..<2400 { boundary.note(100, at: index) }
    #expect(boundary.place == 2400 + 2 * 16 + 256)
    guard case .stable = boundary.outcome else {
      Issue.record("\(boundary.outcome)")
      return
    }
  }
}
