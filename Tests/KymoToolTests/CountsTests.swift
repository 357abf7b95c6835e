import KymoBench
import KymoCommandLine
import KymoCore
import KymoReport
import KymoText
import KymoTrials
import Testing

@testable import KymoTool

@Suite("kymo count") struct CountsTests {
  @Test("Two runs that are compared differ in nothing but a number of equal length") func runs() {
    let one = CountedRun.ending(after: 900, of: 3000, "k", "/k", "r.mcap", ["--only=a"])
    let two = CountedRun.ending(after: 1800, of: 3000, "k", "/k", "r.mcap", ["--only=a"])
    #expect(one.arguments.map(\.count) == two.arguments.map(\.count))
    #expect(zip(one.arguments, two.arguments).filter { $0 != $1 }.count == 1)
    #expect(one.arguments.contains("--events=0900"))
    // And they can be read.
    let read = try? OptionParser.parse(
      Array(one.arguments.dropFirst()),
      for: BenchCommand.specification
    )
    #expect(read?.integerIfGiven("events") == 900)
    #expect(read?.positional("recording") == "r.mcap")
    #expect(read?.texts("only") == ["a"])
  }

  private func counted(_ instructions: Int64) -> CommandCounts {
    var counts = CommandCounts("accel", recorded: 2000)
    counts.set(.instructions, from: 1000, to: 1000 + instructions)
    counts.set(.allocations, from: 7, to: 7)
    counts.set(.retains, from: 0, to: 1)
    counts.set(.releases, from: 9, to: 8)
    counts.setUnavailable("dhat", "dhat wrote no total")
    return counts
  }

  @Test("What happened seldom is not written as nothing") func seldom() {
    #expect(CountsReport.text(0) == "0")
    #expect(CountsReport.text(0.0005) != "0", "it did happen")
    #expect(CountsReport.text(1000.25) == "1000.3" || CountsReport.text(1000.25) == "1000.2")
  }

  @Test("The report for programs and for people") func report() throws {
    var report = CountsReport(
      recording: "r.mcap",
      app: "DeviceCatalog",
      mode: nil,
      subject: CountsBaseline.Subject(
        recording: "r.mcap",
        digest: "0123",
        app: "DeviceCatalog",
        mode: nil,
        features: ProcessorFeatures(architecture: "x86_64", names: ["avx2"])
      ),
      counts: [counted(2_000_500)]
    )
    report.valgrind = "valgrind-3.19.0"
    report.repetition = CountRepetition(first: counted(2_000_500), second: counted(2_000_500))
    let expected = """
      {
        "schema": "kymograph.counts/1",
        "program": "\(ToolContext.program)",
        "valgrind": "valgrind-3.19.0",
        "recording": "r.mcap",
        "app": "DeviceCatalog",
        "mode": null,
        "recordingDigest": "0123",
        "processorFeatures": {
          "architecture": "x86_64",
          "names": [
            "avx2"
          ]
        },
        "fixedAddresses": false,
        "valid": true,
        "repeatable": true,
        "repeatedInstructionsDiffer": 0,
        "commands": [
          {
            "name": "accel",
            "recordedEvents": 2000,
            "countedEvents": 2000,
            "instructions": 2000500,
            "allocations": 0,
            "bytes": null,
            "retains": 1,
            "releases": null,
            "systemCalls": null,
            "perEvent": {
              "instructions": 1000.25,
              "allocations": 0,
              "bytes": null,
              "retains": 0.0005,
              "releases": null,
              "systemCalls": null
            },
            "unavailable": {
              "bytes": "dhat wrote no total",
              "releases": "the longer run counted 8, the shorter one 9",
              "systemCalls": "it was not counted"
            }
          }
        ],
        "overall": {
      """
    #expect(report.json.text.hasPrefix(expected), "\(report.json.text)")
    var console = Console.captured()
    report.print(to: &console)
    console.flush()
    #expect(console.output.text.contains("unavailable  bytes: dhat wrote no total\n"))
    #expect(console.output.text.contains("under valgrind-3.19.0, addresses differ"))
    #expect(console.output.text.contains("the same, to the last instruction"))
    #expect(
      !console.output.text.contains("not the mean") && !console.output.text.contains("raised")
    )
    report.counts.append(counted(2_000_500))
    report.raised = ["tick", "tock"]
    report.print(to: &console)
    console.flush()
    let words = console.output.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(words.contains("all the events as they were recorded, not the mean of the rows:"))
    #expect(words.contains("handlers raise them: tick and tock"))
  }

  private func mistake(_ arguments: String...) -> String {
    var console = Console.captured()
    let status = CommandLineTool.kymo.run(arguments + ["a.mcap"], console: &console)
    return status == .usage
      ? String(console.diagnostics.text.prefix { $0 != "\n" }) : "exit \(status)"
  }

  @Test("What is timed is no part of counting") func usage() {
    let words = [
      "repetitions", "pace", "slo", "plot", "rate", "duration", "deadline", "no-pin", "events",
      "warm-up", "handicap", "seed",
    ]
    for word in words { #expect(!CountCommand.specification.has(word), "--\(word)") }
    #expect(
      mistake("count", "--export", "hlog")
        == "kymo count: --export wants one of json, github-benchmark, bencher, junit, github-summary, "
        + "github-annotations, otava-csv, html, not 'hlog'"
    )
    #expect(mistake("count", "--strict") == "kymo count: --strict is for limits: --limits, --limit")
    #expect(
      mistake("bench", "--no-report", "--repetitions", "2")
        == "kymo bench: --no-report is for one run, not for --repetitions"
    )
    #expect(
      mistake("bench", "--events", "5")
        == "kymo bench: --events is for --pace none and --pace still"
    )
  }

  @Test("A filter knows the commands, and tells which there are") func filter() throws {
    func filter(_ names: String...) throws -> CommandFilter {
      let arguments = try OptionParser.parse(
        ["a.mcap"] + names.flatMap { ["--only", $0] },
        for: BenchCommand.specification
      )
      var map = CommandMap()
      map.business("accel", Handler())
      map.business("loc", Handler())
      return try CommandFilter(arguments, "TestApp", CommandTable(map), recording: "a.mcap") {
        ["accel", "loc", "rec"]
      }
    }
    func event(_ command: UInt16) -> Event {
      Event(
        timestamp: 0,
        sequence: 0,
        command: CommandID(rawValue: command),
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload(Acceleration(x: 1, y: 2, z: 3))
      )
    }
    let all = try filter()
    #expect([0, 1, 2, 3].allSatisfy { all.accepts(event($0)) })
    let one = try filter("loc", "loc")
    #expect(one.names == ["loc"])
    #expect([0, 1, 2, 3].map { one.accepts(event($0)) } == [false, false, true, false])
    let unknown = try filter("unknown command", "accel")
    #expect([0, 1, 2, 3].map { unknown.accepts(event($0)) } == [true, true, false, true])
    #expect(
      throws: CommandFailure.usage(
        "--only lok: TestApp has no such command, but accel, loc, rec; did you mean 'loc'?"
      )
    ) { _ = try filter("lok") }
    let lacking = CommandFailure(
      file: "a.mcap",
      "it has no events of rec",
      remedy: "see \(.tool) inspect"
    )
    #expect(throws: lacking, "a command that only a page would call") { _ = try filter("rec") }
  }
}
