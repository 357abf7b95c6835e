import KymoCommandLine
import KymoRecording
import KymoSamples
import Testing

@testable import KymoTool

@Suite("What kymo replay is asked to do") struct ReplayOptionsTests {
  /// What has an effect on the replay of a capture.
  private static let ofCaptures: Set = ["app", "mode", "ignore", "command", "format", "quiet"]
  /// Something that each option takes, and what it needs to have an effect on the replay of a recording.
  private static let values: [String: [String]] = [
    "speed": ["2"], "max-gap": ["1", "--speed", "2"], "app": ["DeviceCatalog"],
    "mode": ["strict"], "output": ["b.mcap", "--accept"],
    "compression": ["none", "--record", "b.mcap"],
    "flush-interval": ["1", "--record", "b.mcap"], "fault": ["drop@1"],
    "tolerance": ["reply.x=1", "--verify"], "ignore": ["reply.x", "--verify"],
    "clock": ["virtual", "--speed", "2"], "format": ["json"], "accept": ["--output", "b.mcap"],
    "no-trace": ["--record", "b.mcap"], "fsync": ["--record", "b.mcap"],
    "start": ["7s"], "end": ["input:7"], "warm-start": ["--start", "7s"],
  ]

  private static let tool = ToolContext(name: "kymo", apps: AppList([DeviceCatalog.self]))

  private func refusal<Options>(
    _ words: [String],
    _ read: (ParsedArguments) throws(CommandFailure) -> Options
  ) -> String? {
    guard
      let arguments = try? OptionParser.parse(
        ["a"] + words,
        for: ReplayCommand.specification.bound(to: Self.tool)
      )
    else { return "no command line" }
    do throws(CommandFailure) {
      _ = try read(arguments)
      return nil
    } catch {
      #expect(error.status == .usage)
      return error.message.text(tool: "kymo")
    }
  }

  private func recording(_ words: [String]) -> String? {
    refusal(words) { arguments throws(CommandFailure) in try RecordingReplayOptions(arguments) }
  }

  private func capture(_ words: [String]) -> String? {
    refusal(words) { arguments throws(CommandFailure) in try CaptureReplayOptions(arguments) }
  }

  @Test("Every option has an effect on a recording or a capture, or is refused there")
  func everyOption() {
    let specification = ReplayCommand.specification
    let flags = specification.flags.map { [$0.name] + (Self.values[$0.name] ?? []) }
    let options = specification.options.map { [$0.name] + (Self.values[$0.name] ?? ["7"]) }
    for words in flags + options where words[0] != FlagSpecification.help.name {
      let name = words[0]
      if name == "command" {
        #expect(recording(["--command", "query:cmd"]) == "--command is for captures of packets")
      } else {
        #expect(recording(["--\(name)"] + words.dropFirst()) == nil, "--\(name)")
      }
      guard !Self.ofCaptures.contains(name) else { continue }
      #expect(
        capture(["--\(name)"] + words.dropFirst())?.hasSuffix(
          " is for recordings, and a is a capture; import it first"
        ) == true,
        "--\(name)"
      )
    }
    #expect(capture(["--ignore", "json:/a", "--app", "DeviceCatalog", "--quiet"]) == nil)
  }

  @Test("An option without effect, and what another one lacks, is refused")
  func refusals() {
    let cases: [([String], String)] = [
      (["--no-trace"], "--no-trace needs --record"),
      (["--fsync"], "--fsync needs --record"),
      (["-o", "b"], "--output needs --accept"),
      (["--accept"], "--accept needs -o FILE"),
      (["--accept", "-o", "b", "--record", "c"], "--accept records to --output"),
      (["--accept", "-o", "b", "--fault", "drop@1"], "a replay with a --fault is not accepted"),
      (["--ignore", "reply.x"], "--ignore needs --verify"),
      (["--verify", "--ignore", "x"], "--ignore: nothing that is compared is called 'x'"),
      (["--verify", "--tolerance", "reply.x"], "--tolerance takes FIELD=DISTANCE"),
      (["--verify", "--tolerance", "x=1"], "--tolerance is for numbers of replies"),
      (["--max-gap", "1"], "--max-gap has no effect"),
      (["--clock", "virtual"], "--clock has no effect"),
      (["--fault", "drop"], "--fault takes KIND@INDEX"),
      (["--start", "five"], "--start takes seconds after the first input such as 12.5, 500ms"),
      (["--end", "-3s"], "--end takes seconds after"),
      (["--start", "2s", "--end", "1.5s"], "--end must lie after --start"),
      (["--start", "input:7", "--end", "input:7"], "--end must lie after --start"),
      (["--warm-start"], "--warm-start needs --start"),
      (["--verify", "--start", "1s"], "--verify with --start needs --warm-start"),
      (["--accept", "-o", "b", "--loop", "2"], "--accept takes one recording, and all of it"),
      (["--rings", "21", "--end", "1s"], "--rings is at most 20 with --start, --end, --loop"),
      (["--fault", "lose@1"], "--fault knows drop, swap and flip"),
    ]
    for (words, refusal) in cases {
      let found = recording(words)
      #expect(found?.hasPrefix(refusal) == true, "\(words): \(found ?? "nothing")")
    }
    #expect(capture(["--ignore", "header:a"])?.hasPrefix("--ignore takes json:/POINTER") == true)
  }

  @Test("What is read is what was typed") func values() throws {
    let arguments = try OptionParser.parse(
      [
        "a", "--verify", "--tolerance", "reply.x=0.5", "--fault", "swap@7", "--rings", "3",
        "--speed", "2", "--max-gap", "1ms", "--instances", "2", "--record", "/dev/stdout",
        "--no-trace", "--require-commands", "one,two", "--start", "input:5", "--end", "at:1.5h",
        "--warm-start", "--loop", "9",
      ],
      for: ReplayCommand.specification.bound(to: Self.tool)
    )
    let options = try RecordingReplayOptions(arguments)
    #expect(options.path == "a" && options.instances == 2)
    #expect(options.tolerance?.distances == ["reply.x": 0.5])
    #expect(options.replay.fault == .swap(7) && options.replay.rings == 3)
    #expect(options.replay.maximumGapNanoseconds == 1_000_000)
    #expect(options.output?.path == "-" && options.output?.isAccepted == false)
    #expect(options.output?.hasTrace == false)
    #expect(options.scope.start == .input(5) && options.scope.end == .time(5_400_000_000_000))
    #expect(options.scope.isWarm && options.scope.rounds == 9)
    #expect(try options.requiredCommands(among: ["two", "one"]) == ["one", "two"])
    #expect(throws: CommandFailure.self) { try options.requiredCommands(among: ["one"]) }
  }
}
