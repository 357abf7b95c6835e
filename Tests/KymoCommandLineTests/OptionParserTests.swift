import Testing

@testable import KymoCommandLine

@Suite("Option parser") struct OptionParserTests {
  @Test(
    "every spelling of an option means the same",
    arguments: [
      ["a.mcap", "--output", "o"], ["a.mcap", "--output=o"], ["a.mcap", "-o", "o"],
      ["a.mcap", "-oo"], ["a.mcap", "-o=o"], ["-vo", "o", "a.mcap"], ["-o", "o", "--", "a.mcap"],
    ]
  )
  func spellings(_ line: [String]) throws {
    let parsed = try OptionParser.parse(line, for: ShakeCommand.specification)
    #expect(parsed.text("output") == "o")
    #expect(parsed.positionals("recording") == ["a.mcap"])
  }

  @Test("values arrive as what they were declared as") func values() throws {
    let parsed = try Fixture.parse(
      "a",
      "-",
      "-o",
      "-",
      "--speed",
      "10x",
      "--duration=2.5s",
      "--seed",
      "0x2A",
      "-t7",
      "--tilt",
      "-4.5",
      "--label",
      "",
      "--export",
      "json=a=b",
      "--export=hgrm=c",
      "-v"
    )
    #expect(parsed.positionals("recording") == ["a", "-"])
    #expect(parsed.text("output") == "-")
    #expect(parsed.speed("speed") == .times(10))
    #expect(parsed.nanoseconds("duration") == 2_500_000_000)
    #expect(parsed.seed("seed") == 42)
    #expect(parsed.integer("times") == 7)
    #expect(parsed.number("tilt") == -4.5)
    #expect(parsed.text("label").isEmpty)
    #expect(parsed.optionallyNamedFiles("export").map(\.name) == ["json", "hgrm"])
    #expect(parsed.optionallyNamedFiles("export").map(\.file) == ["a=b", "c"])
    #expect(parsed.flag("verbose"))
    #expect(!parsed.flag("strict"))
    #expect(!parsed.wantsJSON)
  }

  @Test("defaults stand in for what is not given") func defaults() throws {
    let parsed = try Fixture.parse("a", "-o", "o")
    #expect(parsed.speed("speed") == .maximum)
    #expect(parsed.integer("times") == 3)
    #expect(parsed.seed("seed") == 1)
    #expect(parsed.nanosecondsIfGiven("duration") == nil)
    #expect(parsed.numberIfGiven("tilt") == nil)
    #expect(parsed.texts("export").isEmpty)
    #expect(!parsed.isGiven("times"))
    #expect(parsed.isGiven("output"))
  }

  @Test("words after -- are never options") func terminator() throws {
    let parsed = try Fixture.parse("-o", "o", "--", "--seed", "--", "-v")
    #expect(parsed.positionals("recording") == ["--seed", "--", "-v"])
    #expect(!parsed.flag("verbose"))
  }

  @Test(
    "mistakes are named, with what was probably meant",
    arguments: [
      (["a", "-o", "o", "--sped", "1"], "unknown option '--sped'; did you mean '--speed'?"),
      (["a", "-o", "o", "--zebra"], "unknown option '--zebra'"),
      (["a", "-o", "o", "-x"], "unknown option '-x'"),
      (["a", "-o", "o", "-seed", "1"], "unknown option '-s' in '-seed'; did you mean '--seed'?"),
      (["a", "-o", "o", "--seed"], "--seed needs a value: --seed N"),
      (["a", "-o", "--seed", "1"], "-o needs a value: -o FILE"),
      (["a", "-o", "o", "-o", "p"], "-o is given twice"),
      (["a", "-o", ""], "-o needs a file name"),
      (["a", "-o", "o", "--strict=yes"], "--strict takes no value"),
      (["a", "-o", "o", "--times", "0"], "--times wants a whole number from 1 to 100, not '0'"),
      (["a", "-o", "o", "-t", "1.5"], "-t wants a whole number from 1 to 100, not '1.5'"),
      (["a", "-o", "o", "--tilt", "nan"], "--tilt wants a number from -90 to 90, not 'nan'"),
      (
        ["a", "-o", "o", "--seed", "-1"],
        "--seed wants a 64-bit whole number, as 42 or 0x2a, not '-1'"
      ),
      (
        ["a", "-o", "o", "--speed", "0"],
        "--speed wants a speed from 0.000001 to 1000000 such as 1 or 10x, or max, not '0'"
      ),
      (
        ["a", "-o", "o", "--speed", "1e10"],
        "--speed wants a speed from 0.000001 to 1000000 such as 1 or 10x, or max, not '1e10'"
      ),
      (
        ["a", "-o", "o", "--duration", "10 s"],
        "--duration wants a duration such as 10, 2.5s, 500ms or 2m, not '10 s'"
      ),
      (
        ["a", "-o", "o", "--format", "jsn"],
        "--format wants one of text, json, not 'jsn'; did you mean 'json'?"
      ),
      (
        ["a", "-o", "o", "--export", "out.json"],
        "--export wants NAME=FILE, such as json=out, not 'out.json'"
      ),
      (["a", "-o", "o", "--export", "json="], "--export json= needs a file name after '='"),
      (["-o", "o"], "<recording> is missing: The recordings to shake."),
      (["a"], "-o FILE is missing: Where to write what fell out."),
    ]
  )
  func mistakes(_ line: [String], _ text: String) {
    #expect(Fixture.mistake(line) == text)
  }

  @Test("a surplus argument is refused") func surplus() {
    let single = CommandSpecification(
      name: "x",
      abstract: "X.",
      positionals: [PositionalSpecification("one", help: "One.", count: .optional)]
    )
    #expect(throws: Never.self) { try OptionParser.parse([], for: single) }
    #expect(throws: UsageError("unexpected argument 'b'")) {
      try OptionParser.parse(["a", "b"], for: single)
    }
  }

  @Test("what begins like a negative number is a value, and no letter") func negative() throws {
    let single = CommandSpecification(
      name: "x",
      abstract: "X.",
      options: [OptionSpecification("tail", "TIME", help: "How long.")]
    )
    for value in ["-5us", "-5", "-0.5"] {
      #expect(try OptionParser.parse(["--tail", value], for: single).text("tail") == value)
    }
    #expect(throws: UsageError("--tail needs a value: --tail TIME")) {
      try OptionParser.parse(["--tail", "-h5"], for: single)
    }
  }

  @Test("help is found anywhere before --") func help() {
    #expect(OptionParser.asksForHelp(["--zebra", "-h"]))
    #expect(!OptionParser.asksForHelp(["a", "--", "--help"]))
  }

  @Test("a report may be asked for with a file and without") func exports() throws {
    let command = CommandSpecification(
      name: "bench",
      abstract: "Measure.",
      positionals: [PositionalSpecification("recording", help: "What to replay.")],
      options: [.export(["json", "hlog", "junit"], of: "the results")]
    )
    let parsed = try OptionParser.parse(
      ["a.mcap", "--export", "json", "--export=hlog=x=y", "--export", "junit=-"],
      for: command
    )
    let wishes = parsed.optionallyNamedFiles("export")
    #expect(wishes.map(\.name) == ["json", "hlog", "junit"])
    #expect(wishes.map(\.file) == [nil, "x=y", "-"])
    #expect(
      throws: UsageError(
        "--export wants one of json, hlog, junit, not 'hlgo'",
        suggestion: "hlog"
      )
    ) {
      try OptionParser.parse(["a.mcap", "--export", "hlgo"], for: command)
    }
    #expect(throws: UsageError("--export json= needs a file name after '='")) {
      try OptionParser.parse(["a.mcap", "--export", "json="], for: command)
    }
  }
}
