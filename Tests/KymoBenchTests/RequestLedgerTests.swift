import KymoCore
import Testing

@testable import KymoBench

@Suite("What is counted of requests to a server") struct RequestLedgerTests {
  private static func plan(_ count: Int) throws -> ArrivalPlan {
    // One every µs.
    try .constant(rate: 1_000_000, length: .events(count))
  }

  private static func configuration(_ warmUp: WarmUp) -> LoadConfiguration {
    var configuration = LoadConfiguration()
    configuration.warmUp = warmUp
    configuration.deadlineNanoseconds = 1000
    // So few requests end long after the last was due.
    configuration.minimumAchievedShare = 0.5
    return configuration
  }

  @Test("Slip, queueing and service are the response time, whatever the order of the replies")
  func parts() throws {
    var ledger = RequestLedger(
      try Self.plan(4),
      names: ["a", "b"],
      configuration: Self.configuration(.events(1))
    )
    // Taken up 10 ns late, sent 20 ns later, answered after 300 ns; the last one first, and it takes longer.
    for place in 0..<4 {
      ledger.take(at: Int64(place) * 1000 + 10, due: Int64(place) * 1000)
    }
    for place in [3, 0, 2, 1] {
      let due = Int64(place) * 1000
      ledger.answer(
        place,
        command: place % 2,
        due: due,
        taken: due + 10,
        sent: due + 30,
        done: due + 330 + (place == 3 ? 1000 : 0),
        status: place == 2 ? .failed : .completed
      )
    }
    let result = ledger.result(
      sentCount: 4,
      isInterrupted: false,
      reasons: [],
      process: nil,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
    #expect(result.valid, "\(result.reasons)")
    #expect(result.commands.map(\.name) == ["a", "b"])
    // The first belongs to the warm-up.
    #expect(result.commands.map(\.count) == [1, 2])
    #expect(result.overall.response.max >= 1330 && result.overall.response.max <= 1332)
    #expect(result.overall.slip.max == 10 && result.overall.queueing.max == 20)
    #expect(result.commands[0].service.max == 300)
    #expect(result.overall.statuses[.failed] == 1 && result.overall.statuses[.completed] == 2)
    #expect(result.overall.missedDeadlines == 1)
    #expect(result.offered.slip.count == 3 && result.offered.rate == 1_000_000)
    // From the first that is measured to the end of the last.
    #expect(result.measured.nanoseconds == 1000...4330)
  }

  @Test("What speaks against a run is said") func reasons() throws {
    var ledger = RequestLedger(
      try Self.plan(2),
      names: ["a"],
      configuration: Self.configuration(.events(0))
    )
    ledger.take(at: 5_000_000, due: 0)
    let result = ledger.result(
      sentCount: 1,
      isInterrupted: true,
      neverSentCount: 3,
      unansweredCount: 1,
      reasons: [.reported(.lossless, "no reply")],
      process: nil,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
    #expect(result.reasons.contains(.interrupted(offered: 1, planned: 2)))
    #expect(result.reasons.contains(.nothingMeasured))
    #expect(
      result.offered.drops == [
        LoadDrop(place: .neverSent, count: 3), LoadDrop(place: .unanswered, count: 1),
      ]
    )
    let texts = result.reasons.map(\.description)
    #expect(texts.contains("3 events were never sent: they waited until the run was over"))
    #expect(texts.contains("1 events were sent, and not answered when the run was over"))
    #expect(!texts.contains { $0.contains("queue") })
    #expect(result.reasons.contains(.reported(.lossless, "no reply")))
    #expect(result.reasons.contains { if case .generatorLate = $0 { true } else { false } })
  }

  @Test("The warm-up ends when times are stable, with all that was taken up by then") func warmUp()
    throws
  {
    let count = 10_000
    var ledger = RequestLedger(
      try Self.plan(count),
      names: ["a"],
      configuration: Self.configuration(.automatic)
    )
    for place in 0..<count {
      let due = Int64(place) * 1000
      ledger.take(at: due, due: due)
      ledger.answer(
        place,
        command: 0,
        due: due,
        taken: due,
        sent: due,
        done: due + 500,
        status: .completed
      )
    }
    let result = ledger.result(
      sentCount: count,
      isInterrupted: false,
      reasons: [],
      process: nil,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
    // Three windows of the least size.
    #expect(result.measured.warmUpCount == 3 * LoadRun.minimumWindow)
    #expect(result.measured.warmUp.name == "stable")
    #expect(result.overall.count == Int64(count - 3 * LoadRun.minimumWindow))
  }
}
