import KymoBench
import KymoCore
import Testing

@testable import kymo

@Suite("kymo bench --repetitions") struct RepetitionsTests {
  @Test("a repetition is the same command line for a program to read") func command() throws {
    let arguments = try OptionParser.parse(
      [
        "-q", "--rate", "2e3", "odd name.mcap", "--repetitions", "7", "--no-pin",
        "--arrivals=poisson", "--format", "text",
      ],
      for: BenchCommand.specification
    )
    let words = BenchRepetitions.command("/bin/kymo", arguments)
    #expect(
      words == [
        "/bin/kymo", "bench", "--rate=2e3", "--arrivals=poisson", "--no-pin", "--format=json",
        "--quiet", "--", "odd name.mcap",
      ]
    )
    // And it can be read again.
    let again = try OptionParser.parse(Array(words.dropFirst(2)), for: BenchCommand.specification)
    #expect(again.wantsJSON)
    #expect(again.number("rate") == 2000)
    #expect(again.positional("recording") == "odd name.mcap")
    #expect(!again.isGiven("repetitions"))
  }

  @Test("what a repetition wrote is read back with all its times") func output() throws {
    var configuration = LoadConfiguration()
    configuration.warmUp = .events(0)
    let events = (0..<10).map {
      Event(
        timestamp: Int64($0),
        sequence: UInt32($0),
        command: CommandID(rawValue: 1),
        source: .accelerometer,
        kind: .acceleration,
        payload: Payload(Acceleration(x: 1, y: 2, z: 3))
      )
    }
    let run = try LoadRun(
      Workload(events: events),
      plan: .constant(rate: 1000, length: .events(2000)),
      configuration: configuration
    )
    var map = CommandMap()
    map.business("accel", Handler())
    let result = run.simulate(table: try CommandTable(map), clock: VirtualClock())
    let context = ExportContext(program: "kymo", recording: "r", app: "a", digest: "abc")
    let text = ExportFormat.json.text(of: result, context)
    let read = try #require(Repetition(output: Array(text.utf8)))
    let direct = Repetition(result, digest: "abc")
    #expect(read.digest == "abc")
    #expect(read.isValid)
    #expect(read.offeredRate == direct.offeredRate && read.achievedRate == direct.achievedRate)
    #expect(read.commands.map(\.name) == ["accel"])
    #expect(
      LatencySummary(read.commands[0].response) == LatencySummary(direct.commands[0].response)
    )
    #expect(LatencySummary(read.commands[0].service) == LatencySummary(direct.commands[0].service))
    for other in ["", "{}", "[1]", "{\"schema\": \"kymograph.gate/1\"}", String(text.dropLast(9))] {
      #expect(Repetition(output: Array(other.utf8)) == nil)
    }
  }

  @Test("options that cannot be repeated") func together() {
    var console = Console.captured()
    let status = CommandLineTool.kymo.run(
      ["bench", "a.mcap", "--repetitions", "2", "--export", "json"],
      console: &console
    )
    #expect(status == .usage)
    #expect(
      console.diagnostics.text.hasPrefix(
        "kymo bench: --repetitions and --export do not go together; repetitions have --format json\n"
      )
    )
  }
}
