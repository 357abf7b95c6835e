import KymoBench
import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("Limits for people") struct LimitTableTests {
  @Test("Those that are broken stand before those that are kept") func order() throws {
    let limits: [FigureLimit] = [
      FigureLimit(.counted(.instructions), 805, of: "a", at: .option("")),
      FigureLimit(.counted(.instructions), 805, of: "b", at: .option("")),
      FigureLimit(.drops, 0, at: .option("")),
      FigureLimit(.counted(.instructions), 805, of: "c", at: .option("")),
    ]
    let values = ["a": 800.0, "b": 900, "c": 901]
    let judgement = LimitJudgement(limits) { limit in
      limit.command.flatMap { values[$0] }.map { .value($0) } ?? .none("it is not known")
    }
    var console = Console.captured()
    LimitTable.print(judgement, to: &console)
    let verdicts = console.output.text.split(separator: "\n").compactMap { line in
      ["a ", "b ", "c "].first { line.hasPrefix($0) }
    }
    #expect(verdicts == ["b ", "c ", "a "], "\(console.output.text)")
  }
}
