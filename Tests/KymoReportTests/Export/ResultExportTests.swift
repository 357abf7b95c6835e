import KymoBench
import KymoReport
import Testing

@Suite("Formats of others") struct ResultExportTests {
  /// A format as a program of somebody else would have it: a line for each test.
  enum TapExport: ResultExport {
    static let name = "tap"
    static let ending: String? = "tap"

    static func takes(_ kind: Report.Kind) -> Bool { kind != .gate }

    static func text(of report: Report) -> String {
      let tests = report.findings.tests
      let lines = tests.enumerated().map { index, test in
        "\(test.isFailed ? "not ok" : "ok") \(index + 1) - \(test.name)\n"
      }
      return "1..\(tests.count)\n" + lines.joined()
    }
  }

  @Test("A format outside of the library writes every kind that it takes") func foreign() throws {
    let result = try ExportSample.invalidResult()
    let format = try #require(ExportFormat(TapExport.self, for: .run))
    let text = format.text(of: .run(result, ExportSample.context))
    #expect(text.hasPrefix("1..8\nok 1 - the whole plan was offered\n"))
    #expect(text.contains("\nnot ok 5 - no event was lost\n"))
    #expect(format.defaultFile == "bench.tap" && !format.appends && !format.joinsOutput)
    #expect(format.continuation(text, after: "1..8") == nil)
    #expect(ExportFormat(TapExport.self, for: .gate) == nil)
  }

  @Test("Each kind of result has the formats that take it") func kinds() {
    let findings = ["junit", "github-summary", "github-annotations"]
    #expect(ExportFormat.names(for: .stages) == ["json"] + findings + ["html"])
    #expect(ExportFormat.names(for: .sweep) == ["json"] + findings + ["html"])
    #expect(ExportFormat.names(for: .gate) == findings + ["html"])
    #expect(
      ExportFormat.names(for: .counts)
        == ["json", "github-benchmark", "bencher"] + findings + ["otava-csv", "html"]
    )
    #expect(
      ExportFormat.names(for: .functions)
        == ["json", "google-benchmark", "github-benchmark", "bencher"] + findings + ["otava-csv"]
    )
    #expect(ExportFormat("jmh", for: .sweep) == nil)
    #expect(ExportFormat("html", for: .sweep)?.defaultFile == "sweep.html")
    #expect(ExportFormat("html", for: .stages)?.defaultFile == "bench.html")
  }
}
