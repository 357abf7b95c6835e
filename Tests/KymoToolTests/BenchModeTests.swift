import KymoBench
import KymoCommandLine
import Testing

@testable import KymoTool

@Suite("The modes of kymo bench") struct BenchModeTests {
  /// What has an effect whatever is measured.
  private static let everywhere: Set = [
    "only", "app", "mode", "format", "quiet", "page", "zone", "locale", "device", "bridge",
    "fetch", "platform", "plugins", "origin", "root", "prelude", "handler", "deny",
  ]
  /// What has an effect wherever events are offered.
  private static let offered: Set = [
    "rate", "duration", "queue", "warm-up", "seed", "sample",
  ]
  /// What sets limits, and writes what became of them.
  private static let limits: Set = ["limits", "limit", "write-limits", "strict"]
  /// What has an effect in each mode, besides.
  private static let effective: [BenchModeName: Set<String>] = [
    .schedule: [
      "arrivals", "burst", "pauses", "when-full", "deadline", "deadline-misses", "pace", "handicap",
      "tail", "attempts", "baseline", "no-pin", "plot", "no-report", "slo", "save-baseline",
      "baselines", "live",
    ],
    .unpaced: [
      "attempts", "pace", "handicap", "events", "baseline", "no-report", "save-baseline",
      "baselines",
    ],
    .still: ["attempts", "pace", "handicap", "events", "baseline", "baselines", "no-report"],
    .repetitions: [
      "arrivals", "burst", "pauses", "when-full", "deadline", "deadline-misses", "handicap",
      "baseline", "no-pin", "plot", "repetitions", "slo", "prepare", "save-baseline", "baselines",
    ],
    .stages: [
      "arrivals", "burst", "pauses", "when-full", "deadline", "handicap", "no-pin", "stage", "slo",
      "deadline-misses", "limits", "limit", "strict", "live",
    ],
  ]
  /// The words that choose a mode.
  private static let words: [BenchModeName: [String]] = [
    .schedule: [], .unpaced: ["--pace", "none"], .still: ["--pace", "still"],
    .repetitions: ["--repetitions", "2"], .stages: ["--stage", "1s@1k"],
    .handlers: ["--handlers"],
  ]
  /// Something that each option takes, and what it needs to have an effect.
  private static let values: [String: [String]] = [
    "arrivals": ["poisson"], "burst": ["8", "--arrivals", "bursts"],
    "pauses": ["equal", "--arrivals", "bursts"], "when-full": ["wait"], "warm-up": ["auto"],
    "deadline": ["1ms"], "pace": ["plan"], "slo": ["p99=1ms"], "export": ["json"],
    "baseline": ["b.json", "--export", "html"],
    "save-baseline": ["main"], "baselines": ["b", "--baseline", "main", "--export", "html"],
    "only": ["accel"], "app": ["DeviceCatalog"],
    "mode": ["strict"], "format": ["text"], "timeout": ["1s"], "seed": ["3", "--sample", "2"],
    "page": ["p.html"], "zone": ["UTC", "--page", "p.html"],
    "locale": ["en-US", "--page", "p.html"],
    "limit": ["drops=0"], "strict": ["--limit", "drops=0"],
    "deadline-misses": ["1%", "--deadline", "1ms"], "limits": ["l.json"],
    "stage": ["1s@1k"], "prepare": ["true"],
    "write-limits": ["l.json"],
    "device": ["pixel-8", "--page", "p.html"],
    "bridge": ["wvjb", "--page", "p.html"], "fetch": ["f.json", "--page", "p.html"],
    "handler": ["a=reply", "--page", "p.html", "--bridge", "raw"],
    "deny": ["location", "--page", "p.html"],
    "platform": ["ios", "--page", "p.html"], "plugins": ["p.json", "--page", "p.html"],
    "origin": ["file", "--page", "p.html"], "root": ["f", "--page", "p.html"],
    "prelude": ["p.js", "--page", "p.html"],
  ]

  private func parse(_ words: [String]) throws -> ParsedArguments {
    try OptionParser.parse(["a.mcap"] + words, for: BenchCommand.specification)
  }

  private func refusal(_ words: [String]) -> String? {
    do throws(CommandFailure) {
      guard let arguments = try? parse(words) else { return "no command line" }
      _ = try BenchMode(arguments)
      return nil
    } catch {
      #expect(error.status == .usage)
      return error.message.text(tool: "kymo")
    }
  }

  @Test(
    "Every option has an effect in a mode, or is refused there",
    arguments: BenchModeName.allCases
  )
  func everyOption(mode: BenchModeName) throws {
    let specification = BenchCommand.specification
    var offered = Self.offered
    // What every stage has is not said twice.
    if mode == .stages { offered.subtract(["rate", "duration"]) }
    var everywhere = Self.everywhere.union(["export"])
    if mode != .still, mode != .stages { everywhere.formUnion(Self.limits) }
    if mode == .handlers { (everywhere, offered) = (["app", "mode", "format", "quiet"], []) }
    let effective = everywhere.union(offered).union(Self.effective[mode] ?? [])
    let chosen = Self.words[mode] ?? []
    #expect(BenchModeName(try parse(chosen)) == mode)
    #expect(refusal(chosen) == nil)
    let flags = specification.flags.map { [$0.name] + (Self.values[$0.name] ?? []) }
    let options = specification.options.map { [$0.name] + (Self.values[$0.name] ?? ["7"]) }
    for words in flags + options {
      let name = words[0]
      // What chooses another mode by itself is no option of this one.
      let isChoice = chosen.isEmpty && ["repetitions", "stage", "handlers"].contains(name)
      if isChoice || chosen.contains("--\(name)") || name == FlagSpecification.help.name {
        continue
      }
      let rest = words.dropFirst()
      let refused = refusal(chosen + ["--\(name)"] + rest)
      if effective.contains(name) {
        #expect(refused == nil, "\(mode.rawValue) and --\(name)")
      } else {
        #expect(refused?.contains("--") == true, "\(mode.rawValue) and --\(name)")
      }
    }
  }

  @Test("A refusal names the option and the mode that would have it, or that has it not")
  func words() {
    let cases: [([String], String)] = [
      (
        ["--plot", "--pace", "none"],
        "--plot shows response times, which need a schedule: --pace plan"
      ),
      (
        ["--when-full", "wait", "--pace", "still"],
        "--when-full is for --pace plan; with --pace still the queue is never full"
      ),
      (
        ["--no-pin", "--pace", "none"],
        "--no-pin is for --pace plan; with --pace none no thread is kept on a core"
      ),
      (
        ["--events", "9", "--repetitions", "2"],
        "--events is for one run, not for --repetitions"
      ),
      (["--seed", "3"], "--seed has no effect: nothing is random with --arrivals recorded"),
      (
        ["--seed", "3", "--arrivals", "bursts"],
        "--seed has no effect: nothing is random with --arrivals bursts"
      ),
      (
        ["--seed", "3", "--pace", "none"],
        "--seed has no effect: nothing is random with --pace none"
      ),
      (["--plot", "--format", "json"], "--plot is for people: it does not go with --format json"),
      (["--no-report", "--format", "text"], "--format has no effect with --no-report"),
      (["--duration", "0"], "--duration must not be 0"),
      (
        ["--limits", "l.json", "--pace", "still"],
        "--limits needs times, and --pace still measures none; see 'count' for counts"
      ),
      (
        ["--slo", "p99=1ms", "--pace", "none"],
        "--slo limits response times, which need a schedule: --pace plan"
      ),
      (
        ["--deadline-misses", "1%"], "--deadline-misses needs a deadline: --deadline 10ms"
      ),
      (["--strict"], "--strict is for limits: --limits, --limit, --slo"),
      (
        ["--write-limits", "l.json", "--limit", "drops=0"],
        "--write-limits sets limits: it excludes options that check them"
      ),
      (
        ["--limit", "respons.p99=1ms"],
        "--limit knows instructions, allocations, bytes, retains, releases, systemCalls, drops, knee, "
          + "and times such as response.p99, service.p50, reply.p99.9, slip.max, not 'respons.p99'; "
          + "did you mean 'response.p99'?"
      ),
      (
        ["--limit", "response.p99=fast"],
        "--limit response.p99=fast: response.p99 wants a time with its unit, such as 1ms, not 'fast'"
      ),
      (
        ["--limit", "accel:drops=0"],
        "--limit accel:drops=0: drops is a figure of the whole run, not of one command"
      ),
      (
        ["--limit", "drops"],
        "--limit wants [COMMAND:]FIGURE=VALUE, such as allocations=0 or accel:response.p99=1ms, "
          + "not 'drops'"
      ),
      (
        ["--deadline", "1ms", "--deadline-misses", "0.1"],
        "--deadline-misses wants [COMMAND:]PERCENT, such as 0.1% or accel:1%, not '0.1'"
      ),
    ]
    for (words, expected) in cases { #expect(refusal(words) == expected) }
  }

  @Test("A load may be of any length; of a recording as much is kept as fits")
  func length() throws {
    let hour = try LoadOptions(parse(["--rate", "1e9", "--duration", "1h"]))
    #expect(hour.eventCount == 3.6e12 && hour.workloadLimit == LoadOptions.maximumWorkload)
    let plan = try hour.plan([0, 1, 5], rate: hour.rate)
    #expect(plan.count == 3_600_000_000_000)
    let short = try LoadOptions(parse(["--rate", "1000", "--duration", "2s"]))
    #expect(short.workloadLimit == 2001, "one more than are offered")
    // What no clock can count is still a number of events.
    let longest = try LoadOptions(
      parse(["--rate", "1e9", "--duration", "9000000000s", "--pace", "none"])
    )
    #expect(try longest.plan([0], rate: longest.rate).count > 1 << 61)
  }

  @Test("What is random has a seed") func seeds() throws {
    func seed(_ words: String...) throws -> UInt64? { try LoadOptions(parse(words)).seed }
    #expect(try seed() == nil)
    #expect(try seed("--arrivals", "constant") == nil)
    #expect(try seed("--arrivals", "poisson") == 1)
    #expect(try seed("--arrivals", "poisson", "--seed", "7") == 7)
    #expect(try seed("--arrivals", "bursts") == nil)
    #expect(try seed("--arrivals", "bursts", "--pauses", "random", "--seed", "8") == 8)
    #expect(try seed("--sample", "2", "--seed", "9") == 9)
    #expect(try seed("--pace", "none", "--sample", "2") == 1)
  }
}
