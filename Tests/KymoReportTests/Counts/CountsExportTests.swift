import KymoBench
import Testing

@testable import KymoReport

@Suite("Exports of counts") struct CountsExportTests {
  private func sentence(_ names: String...) -> String {
    CountsExports.findings(
      CountsSummary(
        context: ExportSample.context,
        rows: names.map {
          CountsSummary.Row(name: $0, events: 10, perEvent: [(.instructions, 817), (.bytes, nil)])
        }
      )
    ).sentence
  }

  @Test("say of which commands they are, and not that they are of all") func subject() {
    #expect(sentence("accel") == "per event of accel: 817 instructions")
    #expect(sentence("accel", "loc", "all") == "per event of accel and loc: 817 instructions")
    #expect(
      sentence("a", "b", "c", "d", "all") == "per event of all 4 commands: 817 instructions"
    )
  }
}
