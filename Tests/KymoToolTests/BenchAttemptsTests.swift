import KymoBench
import KymoBenchFixtures
import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("--attempts of bench and profile") struct BenchAttemptsTests {
  /// How many attempts were made, of which those in `valid` were valid, and whether the last was.
  private func made(
    _ valid: Set<Int>,
    atMost most: Int,
    reason: InvalidReason = .noRate
  ) throws -> (count: Int, isValid: Bool) {
    let result = try LoadFixture.simulate(count: 100, cost: 10) { _ in }
    var console = Console.captured(terminal: TerminalDescription())
    let (last, count) = try BenchAttempts.run(atMost: most, &console, isLast: \.valid) {
      number,
      _ throws(CommandFailure) in
      valid.contains(number) ? result : result.with(reasons: [reason])
    }
    return (count, last.valid)
  }

  @Test("What is INVALID is made again, until one is valid or there were enough") func attempts()
    throws
  {
    #expect(try made([1], atMost: 5) == (1, true))
    #expect(try made([3], atMost: 5) == (3, true))
    #expect(try made([6], atMost: 5) == (5, false))
    #expect(try made([], atMost: 1) == (1, false), "as without the option")
  }
}
