import Foundation
import KymoBench
import KymoCommandLine
import KymoReport
import Testing

@testable import KymoTool

/// A tool of functions, without a process of its own.
@Suite("Functions of a tool") struct FunctionTests {
  private struct Problem: Error {}

  private static func tool(_ benchmarks: [Benchmark]) -> CommandLineTool {
    CommandLineTool(functions: ToolContext(name: "fn", benchmarks: BenchmarkList(benchmarks)))
  }

  private static let tool = tool([
    Benchmark("double") { Double("9.81") },
    Benchmark("text") { "\(9.81)" },
  ])

  private func run(_ words: String...) -> Outcome { Outcome(Self.tool, words) }

  @Test("Without a command it measures all, and says how") func usual() {
    let outcome = run("--duration", "0.01")
    #expect([.success, .partial].contains(outcome.status), "\(outcome.diagnostics)")
    #expect(outcome.output.contains("\nbenchmark ") && outcome.output.contains("\ndouble "))
    #expect(
      outcome.output.contains("\ncall      ") && outcome.output.contains(" time --duration 0.01")
    )
    #expect(!outcome.output.contains("recording"))
    let one = run("time", "--duration", "0.01", "--only", "text")
    #expect(one.output.contains("\ntext ") && !one.output.contains("\ndouble "))
  }

  @Test("Help, the version, and words that it does not know") func words() {
    #expect(run("--help").output.contains("USAGE: fn <command>"))
    #expect(run("time", "--help").output.contains("--repetitions"))
    #expect(run("--version").output.hasPrefix("fn "))
    #expect(run("bench").diagnostics.hasPrefix("fn: unknown command 'bench'"))
    let unknown = run("--only", "txet")
    #expect(unknown.status == .usage)
    #expect(unknown.diagnostics.contains("there is no such benchmark, but double, text"))
    #expect(run("--duration", "0").status == .usage)
    #expect(run("--iterations", "3").status == .success)
    #expect(run("--iterations", "3", "--limit", "service.p50=1s").status == .usage)
  }

  @Test("JSON is what a baseline is read from") func json() throws {
    let outcome = run("--duration", "0.01", "--format", "json")
    let read = try BenchmarkBaseline(json: outcome.output, name: "x")
    #expect(read.rows.map(\.name) == ["double", "text"] && read.app == "fn")
    #expect(read.isValid == (outcome.status == .success))
    let row = try #require(read.rows.first)
    #expect(row.batches >= 20 && row.fastest > 0 && read.callNanoseconds > 0)
    #expect(read.change(of: row) == 0)
    #expect(read.difference(from: "other", on: nil) != nil)
  }

  @Test(
    "A limit is of one function, or of the slowest",
    arguments: ["service.p50", "text:service.p50"]
  )
  func limits(figure: String) {
    let broken = run("--duration", "0.01", "--attempts", "20", "--limit", "\(figure)=1ns")
    #expect([.regression, .partial].contains(broken.status), "\(broken.diagnostics)")
    let kept = run("--duration", "0.01", "--attempts", "20", "--limit", "\(figure)=1s")
    #expect([.success, .partial].contains(kept.status), "\(kept.diagnostics)")
    #expect(run("--limit", "nobody:service.p50=1s").status == .usage)
  }

  @Test("What a function throws is one line") func error() {
    let tool = Self.tool([Benchmark("fails") { throw Problem() }])
    for words in [["--duration", "0.01"], ["--iterations", "1"], ["count"]] {
      let outcome = Outcome(tool, words)
      #expect(outcome.status == .failure)
      #expect(outcome.diagnostics.contains(": the benchmark 'fails' threw Problem()\n"))
    }
  }

  @Test(
    "Names are there, printable, short, and each another one",
    arguments: [
      ([], "a tool has a benchmark"), ([""], "one that Kymo was given has none"),
      (["a", "a"], "given a twice"), (["all"], "that is all of them"), (["a\nb"], "is printable"),
      ([String(repeating: "x", count: 81)], "has 81"),
    ]
  )
  func names(names: [String], problem: String) {
    let outcome = Outcome(Self.tool(names.map { Benchmark($0) {} }), [])
    #expect(outcome.status == .unfit && outcome.output.isEmpty)
    #expect(outcome.diagnostics.contains(problem))
    #expect(outcome.diagnostics.filter { $0 == "\n" }.count == 1)
  }

  @Test("Every format has every function", arguments: ExportFormat.names(for: .functions))
  func exports(format: String) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "kymo-fn-\(UUID().uuidString)"
    )
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "out").path
    let outcome = run("--duration", "0.01", "--export", "\(format)=\(path)")
    #expect([.success, .partial].contains(outcome.status), "\(outcome.diagnostics)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("double") || format == "github-annotations", "\(text)")
  }
}
