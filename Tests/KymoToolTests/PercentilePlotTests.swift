import KymoBench
import KymoBenchFixtures
import KymoCommandLine
import KymoCore
import KymoReport
import Testing

@testable import KymoTool

@Suite("Percentiles in the terminal") struct PercentilePlotTests {
  private final class Work: Handler {
    let clock: VirtualClock
    let cost: Int64
    var seen: Int64 = 0

    init(_ clock: VirtualClock, cost: Int64) {
      self.clock = clock
      self.cost = cost
    }

    override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
      seen += 1
      clock.wait(until: clock.now + (seen.isMultiple(of: 100) ? 50 * cost : cost))
      return .proceed
    }
  }

  /// 1,000 events for each of so many commands, which take 1 µs, 10 µs and so on.
  private func result(_ commands: Int) throws -> LoadResult {
    let clock = VirtualClock()
    let events = (0..<commands).map { index in
      Event(
        timestamp: Int64(index) * 1_000_000,
        sequence: UInt32(index),
        command: CommandID(rawValue: UInt16(index + 1)),
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload(Acceleration(x: 0, y: 0, z: 0))
      )
    }
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let run = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 100, length: .events(1000 * commands)),
      configuration: configuration
    )
    var map = CommandMap()
    var cost: Int64 = 1000
    for index in 0..<commands {
      map.business("command\(index)\u{1B}", Work(clock, cost: cost))
      cost *= 10
    }
    return run.simulate(table: try CommandTable(map), clock: clock)
  }

  private func plot(_ commands: Int, isUnicode: Bool) throws -> String {
    var terminal = TerminalDescription()
    terminal.width = 60
    terminal.isUnicode = isUnicode
    var console = Console.captured(terminal: terminal)
    PercentilePlot(try result(commands)).print(to: &console)
    return console.output.text
  }

  @Test("two commands, to the letter") func two() throws {
    #expect(
      try plot(2, isUnicode: false) == """

        response time over percentiles, log scale
         500 us |                                  bbbbbbbbbbbbbbbbb
                |                                  b
                |                                  b
                |                                  +aaaaaaaaaaaaaaaa
                |bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb+
                |                                  a
                |                                  a
        1.00 us |aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
                +---------------------------------------------------
                 0%              90%             99%           99.9%
        a command0\u{FFFD}   b command1\u{FFFD}; the end of a curve is its maximum

        """
    )
  }

  @Test("one command is drawn as any other plot; of many the first four are") func count() throws {
    let one = try plot(1, isUnicode: true)
    #expect(one.contains("⡀") || one.contains("⣀"))
    #expect(one.hasSuffix("\ncommand0\u{FFFD}; the end of the curve is its maximum\n"))
    let five = try plot(5, isUnicode: true)
    #expect(five.contains("d command3\u{FFFD}") && !five.contains("command4"))
    let lines: [Substring] = five.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0.count <= 60 })
  }

  @Test("nothing measured is nothing to plot") func nothing() throws {
    var console = Console.captured()
    PercentilePlot(try result(1).with(commands: [])).print(to: &console)
    #expect(console.output.text.contains("nothing to plot"))
  }
}
