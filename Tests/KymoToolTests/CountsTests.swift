import KymoBench
import KymoCore
import KymoReport
import KymoText
import Testing

@testable import KymoTool

@Suite("kymo bench --instructions") struct CountsTests {
  @Test("A profile: what the runtime's own functions do among themselves is counted once")
  func families() throws {
    let text = """
      events: Ir
      fn=(1) main
      cfn=(2) swift_retain
      calls=3 0
      1 300
      cfn=(3) swift_bridgeObjectRetain
      calls=10 0
      1 5
      cfn=(4) swift_release_n
      calls=7 0
      1 5
      cfn=(9) swift_retainCount
      calls=1000 0
      1 5
      fn=(3)
      1 7
      cfn=(2)
      calls=10 0
      1 1
      fn=(5) _swift_release_dealloc'2
      cfn=(6) swift_release'2
      calls=2 0
      1 1
      fn=(7) calloc
      cfn=(8) malloc
      calls=4 0
      1 400
      fn=(1)
      cfn=(7)
      calls=5 0
      1 400
      totals: 99
      """
    let profile = try #require(CallgrindProfile(text))
    #expect(profile.instructions == 99)
    #expect(profile.retains == 13, "3 + 10, not those of the bridge")
    #expect(profile.releases == 9, "7 + 2")
    #expect(profile.allocations == 5, "not those within calloc")
  }

  @Test("The total of dhat") func heap() {
    let text = """
      ==31831== DHAT, a dynamic heap analysis tool
      ==31831== Command: kymo bench Total: 1 bytes in 2 blocks
      ==31831==\u{20}
      ==31831== Total:     1,123,558 bytes in 1,528 blocks
      ==31831== At t-gmax: 85,051 bytes in 73 blocks
      """
    let total = HeapTotal(text)
    #expect(total?.bytes == 1_123_558 && total?.blocks == 1528)
    #expect(HeapTotal("==1== At t-gmax: 85,051 bytes in 73 blocks") == nil)
    #expect(HeapTotal("") == nil)
  }

  @Test("System calls: one each, also where the answer comes later") func systemCalls() {
    let text = """
      ==29866== Command: kymo bench SYSCALL[1,1](1) sys_read
      SYSCALL[29866,1](12) sys_brk ( 0x0 ) --> [pre-success] Success(0x4035000)\u{20}
      SYSCALL[29866,1](0) sys_read ( 4, 0x1ffefff318, 832 ) --> [async] ...\u{20}
      SYSCALL[29866,1](0) ... [async] --> Success(0x340)\u{20}
      SYSCALL[29866,1](262) sys_newfstatat ( 4, 0x4029c99(), 0x1ffefff1b0 )[sync] --> Success(0x0)\u{20}
      SYSCALL[29866,1](  1) sys_write ( 2, 0x404ba60, 61 ) --> [async] ...\u{20}
      SYSCALL[29866,1](9) sys_mmap ( 0x0, 8192, 3, 34, 4294967295, 0 ) --> [pre-success] Success(0x4835000)
      SYSCALL[29866,1](9) sys_mmap ( 0x0, 16400, 1, 2050, 4, 0 ) --> [pre-success] Success(0x4837000)
      SYSCALL[29866,1](12) sys_brk ( 0x4acc000 )==29866== brk segment overflow in thread #1
      SYSCALL[29866,1](11) sys_munmap ( 0x4835000, 8192 )[sync] --> Success(0x0)
      some text of the program
      SYSCALL[29866,1](231) exit_group( 64 ) --> [pre-success] Success(0x0)\u{20}
      """
    #expect(SystemCallTrace(text)?.count == 5, "not those for memory")
    #expect(SystemCallTrace("==1== nothing") == nil, "a process without one does not exist")
  }

  @Test("Whole passes through the recording are counted") func passes() {
    #expect(CommandCounts.events(ofRecorded: 12_120) == 12_120)
    #expect(CommandCounts.events(ofRecorded: 120) == 1080)
    #expect(CommandCounts.events(ofRecorded: 1) == 1000)
    #expect(CommandCounts.events(ofRecorded: 1_000_000) == CommandCounts.maximumEvents)
  }

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

  @Test("What could not be counted has a reason, and is never 0") func unavailable() {
    let counts = counted(2_000_500)
    #expect(counts[.instructions] == .counted(2_000_500))
    #expect(counts[.allocations] == .counted(0))
    #expect(counts[.releases] == .unavailable("the longer run counted 8, the shorter one 9"))
    #expect(counts[.bytes] == .unavailable("dhat wrote no total"))
    #expect(counts[.systemCalls] == .unavailable("it was not counted"))
    #expect(counts.perEvent(.bytes) == nil && counts.perEvent(.instructions) == 1000.25)
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
  }

  @Test("A second count may differ by what a library makes of the time of day") func repetition() {
    func pair(_ first: Int64, _ second: Int64) -> CountRepetition? {
      CountRepetition(first: counted(first), second: counted(second))
    }
    #expect(pair(1_000_000, 1_000_000)?.isExact == true)
    #expect(pair(1_000_000, 1_000_010)?.isExact == false)
    #expect(pair(1_000_000, 1_000_010)?.isValid == true)
    #expect(pair(1_000_000, 1_000_011)?.isValid == false)
    var other = counted(1_000_000)
    other.set(.allocations, from: 0, to: 1)
    #expect(CountRepetition(first: counted(1_000_000), second: other)?.isValid == false)
    #expect(CountRepetition(first: counted(-2), second: other) == nil, "nothing was counted")
  }

  /// What a run comes to whose counts are so, in turn, and how often it was counted.
  private func repeated(_ counts: [(instructions: Int, allocations: Int)]) -> (text: String, Int) {
    var taken = 0
    do throws(CountUnavailable) {
      let profile = try CountRepetition.repeated("BASE", attempts: counts.count) {
        () throws(CountUnavailable) in
        let (instructions, allocations) = counts[taken]
        taken += 1
        let text =
          "events: Ir\nfn=(1) main\ncfn=(2) malloc\ncalls=\(allocations) 0\n1 1\ntotals: \(instructions)\n"
        guard let profile = CallgrindProfile(text) else { throw CountUnavailable("no profile") }
        return profile
      }
      return ("\(profile.instructions) \(profile.allocations)", taken)
    } catch { return (error.reason, taken) }
  }

  @Test("What was counted while a process stood still is counted again") func settling() {
    #expect(repeated([(1_000_000, 7), (1_000_010, 7)]) == ("1000010 7", 2))
    #expect(
      repeated([(1_000_000, 7), (1_000_011, 7)])
        == ("two runs of BASE differ: 1000000 and 1000011 instructions, 7 and 7 allocations", 2)
    )
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8)])
        == ("two runs of BASE differ: 1000000 and 1000000 instructions, 7 and 8 allocations", 2)
    )
    // Any two, and not only neighbours.
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8), (1_000_500, 7), (1_000_009, 7), (0, 0)])
        == ("1000009 7", 4)
    )
    #expect(
      repeated([(1_000_000, 7), (1_000_000, 8), (1_000_500, 7)])
        == (
          "no two of 3 runs of BASE are the same: 1000000 and 1000500 instructions, 8 and 7 allocations",
          3
        )
    )
  }

  private func mistake(_ arguments: String...) -> String {
    var console = Console.captured()
    let status = CommandLineTool.kymo.run(["bench", "a.mcap"] + arguments, console: &console)
    return status == .usage
      ? String(console.diagnostics.text.prefix { $0 != "\n" }) : "exit \(status)"
  }

  @Test("What is timed does not go together with counting") func usage() {
    let cases = [
      ["--sweep"], ["--repetitions", "2"], ["--pace", "still"], ["--slo", "p99=1ms"],
      ["--plot"], ["--rate", "5"], ["--duration", "1"], ["--deadline", "1ms"], ["--no-pin"],
      ["--events", "3"], ["--warm-up", "0%"], ["--handicap", "3"], ["--seed", "3"],
    ]
    for words in cases {
      var console = Console.captured()
      let status = CommandLineTool.kymo.run(
        ["bench", "a.mcap", "--instructions"] + words,
        console: &console
      )
      #expect(status == .usage)
      let expected = "kymo bench: --instructions and \(words[0]) do not go together"
      #expect(console.diagnostics.text.hasPrefix(expected), "\(console.diagnostics.text)")
    }
    #expect(
      mistake("--no-report", "--repetitions", "2")
        == "kymo bench: --no-report is for one run, not for --repetitions"
    )
    #expect(mistake("--events", "5") == "kymo bench: --events is for --pace none and --pace still")
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
      throws: CommandFailure.usage("--only lok: TestApp has no such command, but accel, loc, rec")
    ) { _ = try filter("lok") }
    let lacking = CommandFailure(
      file: "a.mcap",
      "it has no events of rec",
      remedy: "see \(.tool) inspect"
    )
    #expect(throws: lacking, "a command that only a page would call") { _ = try filter("rec") }
  }
}
