import KymoBench
import KymoClient
import KymoCommandLine
import KymoCore
import KymoText
import Testing

@testable import KymoTool

/// What the report of a load over HTTP says about this client, and about connections.
@Suite("Lines about a load over HTTP") struct TargetLoadTextTests {
  /// Three requests that were taken up `late` ns after they were due, and answered or not.
  private static func result(late: Int64, areAnswered: Bool) throws -> LoadResult {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let plan = try ArrivalPlan.constant(rate: 1000, length: .events(3))
    var ledger = RequestLedger(plan, names: ["a"], configuration: configuration)
    for place in 0..<3 {
      let due = Int64(place) * 1_000_000
      let taken = due + late
      ledger.take(at: taken, due: due)
      guard areAnswered else { continue }
      ledger.answer(
        place,
        command: 0,
        due: due,
        taken: taken,
        sent: taken,
        done: taken + 1000,
        status: .completed
      )
    }
    return ledger.result(
      sentCount: 3,
      isInterrupted: false,
      reasons: [],
      process: nil,
      platform: LoadPlatform(cores: .unpinned, available: nil)
    )
  }

  @Test("Lateness that makes a run invalid is the one that is shown, of however few requests")
  func late() throws {
    let result = try Self.result(late: 1_800_000, areAnswered: true)
    #expect(result.reasons.contains { "\($0)".contains("99th percentile of its slip is 1.8 ms") })
    #expect(
      result.slipText(QuantityText(isUnicode: false)) == "p50 -  p99 1.80 ms  max 1.80 ms"
    )
    let early = try Self.result(late: 1000, areAnswered: true)
    #expect(early.slipText(QuantityText(isUnicode: false)) == "p50 -  p99 -  max 1.00 us")
  }

  @Test("Where no request was measured there is no lateness of 0") func nothing() throws {
    let idle = try Self.result(late: 0, areAnswered: false)
    #expect(idle.overall.count == 0 && idle.offered.slip.count == 3)
    #expect(idle.slipText(QuantityText(isUnicode: false)) == "p50 -  p99 -  max -")
    let late = try Self.result(late: 1_800_000, areAnswered: false)
    #expect(late.slipText(QuantityText(isUnicode: false)) == "p50 -  p99 1.80 ms  max -")
  }

  @Test("Connections that could not be opened are told from requests that were never sent")
  func subjects() {
    var failures = ClientFailures()
    for _ in 0..<2 {
      failures.add(
        ClientError(.refused, ClientError.Kind.refused.rawValue),
        wasSent: false,
        request: 0,
        connection: 3
      )
    }
    func text(_ subject: ClientFailures.Subject) -> String {
      var console = Console.captured()
      failures.print("unopened  ", counting: subject, to: &console) { "number \($0.connection)" }
      return console.output.text
    }
    #expect(
      text(.connections) == """
        unopened  2 × a connection could not be opened: connection refused
                  first: number 3

        """
    )
    #expect(text(.requests).hasPrefix("unopened  2 × never sent: connection refused\n"))
  }
}
