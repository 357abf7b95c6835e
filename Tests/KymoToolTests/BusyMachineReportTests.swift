import KymoBench
import KymoBenchFixtures
import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("What bench says of a busy machine") struct BusyMachineReportTests {
  private func machine(highest: Double, asked: Double = 1000) throws -> BusyMachine {
    let valid = try LoadFixture.simulate(count: 100, cost: 10) { _ in }
    let invalid = valid.with(reasons: [.generatorLate(p99: 2, limit: 1)])
    return try BusyMachine(
      after: invalid,
      askedRate: asked,
      shouldStop: { false },
      round: { () throws(CommandFailure) in valid },
      trial: { rate throws(CommandFailure) in rate <= highest ? valid : invalid }
    )
  }

  @Test("The first line is one line, and says what to do") func advice() throws {
    func line(_ highest: Double, attempts: Int? = 1) throws -> String {
      BusyMachineReport.text(
        try machine(highest: highest).advice,
        attempts: attempts,
        tool: "kymo"
      )
    }
    #expect(
      try line(900) == "use --rate 795.3; or wait and add --attempts 5; or use 'kymo count'"
    )
    #expect(try line(1000) == "add --attempts 5; or wait; or use 'kymo count'")
    #expect(
      try line(0, attempts: 10)
        == "wait for an idle machine and add --attempts 20; or use 'kymo count'"
    )
    for text in [try line(900), try line(1000), try line(0, attempts: 100)] {
      #expect(text.count <= 70, "with its label in 80 columns")
    }
    // Repetitions are not made again.
    #expect(try line(900, attempts: nil) == "use --rate 795.3; or wait; or use 'kymo count'")
    #expect(try line(1000, attempts: nil) == "try again; or wait; or use 'kymo count'")
    #expect(try line(0, attempts: nil) == "wait for an idle machine; or use 'kymo count'")
  }

  @Test("What was measured is said, and no more") func report() throws {
    var console = Console.captured(terminal: TerminalDescription())
    let report = BusyMachineReport(
      machine: try machine(highest: 900),
      countCommand: "kymo count walk.mcap"
    )
    report.print(to: &console)
    let text = console.output.text
    #expect(text.hasPrefix("what can be said: service time of the fastest of 11 rounds"))
    #expect(
      text.contains("795.3 events/s could be offered, 1000 events/s could not, in trials of 250 ms")
    )
    #expect(text.contains("kymo count walk.mcap"))
  }

  @Test("The reasons stand once, behind what to do") func frame() throws {
    var console = Console.captured(terminal: TerminalDescription())
    BenchFrame(reasons: ["late", "preempted"], advice: "wait", nil).printHead(to: &console)
    #expect(
      console.output.text
        == "INVALID   wait\n          do not compare these figures with others, because:\n          late\n"
        + "          preempted\n\n"
    )
  }
}
