import KymoCommandLine
import Testing

@testable import KymoTool

/// One command for each purpose: what a command has no use for, it does not have.
@Suite("The options of each command") struct CommandOptionsTests {
  /// What reads a command line, beside what makes it whole.
  private struct Reader {
    var specification: CommandSpecification
    var words: [String]
    var read: (ParsedArguments) throws -> Void
  }

  private static var readers: [Reader] {
    [
      Reader(specification: SweepCommand.specification, words: ["a.mcap", "--slo", "p99=1ms"]) {
        _ = try SweepOptions($0)
      },
      Reader(specification: ScanCommand.specification, words: ["a.mcap", "handicap=0,10"]) {
        _ = try ScanOptions($0)
      },
      Reader(specification: CountCommand.specification, words: ["a.mcap"]) {
        _ = try CountOptions($0)
      },
      Reader(specification: LoadCommand.specification, words: ["http://a"]) {
        _ = try LoadMode($0)
      },
      Reader(specification: SendCommand.specification, words: ["a.pcap", "http://a"]) {
        _ = try SendOptions($0)
      },
      Reader(
        specification: LoadCommand.specification,
        words: ["http://a", "--sweep", "--slo", "p99=1ms"]
      ) { _ = try LoadMode($0) },
    ]
  }
  /// Something that each option takes, and what it needs to have an effect.
  private static let values: [String: [String]] = [
    "arrivals": ["poisson"], "burst": ["8", "--arrivals", "bursts"],
    "pauses": ["equal", "--arrivals", "bursts"], "when-full": ["wait"], "warm-up": ["auto"],
    "deadline": ["1ms"], "slo": ["p99=1ms"], "export": ["json"], "baseline": ["b.json"],
    "save-baseline": ["main"], "baselines": ["b", "--baseline", "main"], "only": ["accel"],
    "app": ["DeviceCatalog"], "mode": ["strict"], "format": ["text"], "timeout": ["1s"],
    "seed": ["3", "--arrivals", "poisson"], "page": ["p.html"],
    "zone": ["UTC", "--page", "p.html"], "device": ["pixel-8", "--page", "p.html"],
    "locale": ["en-US", "--page", "p.html"], "bridge": ["wvjb", "--page", "p.html"],
    "fetch": ["f.json", "--page", "p.html"],
    "handler": ["a=reply", "--page", "p.html", "--bridge", "raw"],
    "deny": ["location", "--page", "p.html"],
    "platform": ["ios", "--page", "p.html"], "plugins": ["p.json", "--page", "p.html"],
    "origin": ["file", "--page", "p.html"], "root": ["f", "--page", "p.html"],
    "prelude": ["p.js", "--page", "p.html"],
    "limit": ["drops=0"],
    "strict": ["--limit", "drops=0"], "deadline-misses": ["1%", "--deadline", "1ms"],
    "limits": ["l.json"], "write-limits": ["l.json"], "prepare": ["true"], "command": ["path"],
    "ignore": ["header:Date,json:/ts"], "map": ["json:/token"], "speed": ["10"],
    "pace": ["none"], "events": ["7", "--pace", "none"], "stage": ["1s@1k"],
  ]

  @Test("Every option that a command has can be read, and has an effect")
  func everyOption() throws {
    for reader in Self.readers {
      let specification = reader.specification
      for name in specification.options.map(\.name) + specification.flags.map(\.name) {
        let isFlag = specification.flags.contains { $0.name == name }
        var words = Self.values[name] ?? (isFlag ? [] : ["7"])
        // The report compares with it; a sweep, and counts, say so themselves.
        if specification.name == "load", !reader.words.contains("--sweep"),
          name.hasPrefix("baseline")
        {
          words += ["--export", "html"]
        }
        if reader.words.contains("handicap=0,10"), name == "handicap" { continue }
        if specification.name == "load", Self.isOfOtherMode(name, reader.words) { continue }
        let line =
          reader.words.filter { $0 != "--\(name)" || name == "slo" } + ["--\(name)"] + words
        let arguments = try OptionParser.parse(line, for: specification)
        #expect(throws: Never.self, "\(specification.name) \(line)") { try reader.read(arguments) }
      }
    }
  }

  /// Whether an option of `load` is of its runs, or of its sweeps, only.
  private static func isOfOtherMode(_ name: String, _ words: [String]) -> Bool {
    words.contains("--sweep")
      ? ["deadline", "deadline-misses", "plot", "live"].contains(name)
      : ["sweep", "resolution"].contains(name)
  }

  @Test("An option that has moved is refused with what there is instead")
  func moved() {
    let cases: [([String], String)] = [
      (["bench", "a", "--sweep"], "--sweep has moved: use 'kymo sweep'"),
      (["bench", "a", "--resolution=3"], "--resolution has moved: use 'kymo sweep'"),
      (["bench", "a", "--instructions"], "--instructions has moved: use 'kymo count'"),
      (
        ["bench", "a", "--scan", "queue=1"], "--scan has moved: use 'kymo scan S.mcap NAME=VALUES'"
      ),
      (["bench", "--target", "http://a"], "--target has moved: use 'kymo load URL'"),
      (["replay", "a", "--target", "http://a"], "--target has moved: use 'kymo send F.pcap URL'"),
      (["replay", "a", "--map", "json:/a"], "--map has moved: use 'kymo send F.pcap URL'"),
      (["replay", "a", "--perturb"], "--perturb has moved: use 'kymo perturb'"),
    ]
    func command(_ text: String) -> Substring {
      text.split(separator: "'")[1].split(separator: " ")[1]
    }
    for (words, expected) in cases {
      var console = Console.captured()
      #expect(CommandLineTool.kymo.run(words, console: &console) == .usage)
      #expect(
        console.diagnostics.text
          == "kymo \(words[0]): \(expected)\nSee 'kymo \(command(expected)) --help'.\n"
      )
    }
  }

  @Test("Load has two modes, each with what it needs") func load() {
    func refusal(_ words: String...) -> String {
      var console = Console.captured()
      #expect(CommandLineTool.kymo.run(["load", "http://a"] + words, console: &console) == .usage)
      return console.diagnostics.text.split(separator: "\n").first.map(String.init) ?? ""
    }
    #expect(refusal("--sweep") == "kymo load: --sweep needs an objective: --slo p99=100us")
    #expect(refusal("--resolution", "5") == "kymo load: --resolution is for --sweep")
    #expect(
      refusal("--sweep", "--slo", "p99=1ms", "--deadline", "1ms")
        == "kymo load: --deadline is for one run, not for --sweep"
    )
    #expect(
      refusal("--sweep", "--slo", "p99=1ms", "--export", "hlog=x")
        == "kymo load: --export hlog is for one run; a sweep can be exported as json, junit, "
        + "github-summary, github-annotations and html"
    )
    #expect(
      refusal("--baseline", "b.json")
        == "kymo load: --baseline shows only on the page; add --export html"
    )
  }
}
