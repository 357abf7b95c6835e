import Testing

@testable import KymoProfile

@Suite("What other samplers and counters say") struct ReadingTests {
  @Test("perf's stacks are turned over, by thread; what lies in no file is left out")
  func perf() throws {
    let text = """
       7000 53635.192153: cpu-clock:ppp: 
      \t           14a9e $s4kymo3runyyF (/usr/bin/kymo)
      \t           1001c main (/usr/bin/kymo)
      \t  74672d0065672d [unknown] ([unknown])

       7001 53635.193148: cpu-clock:ppp: 
      \t            7fed [unknown] (/usr/lib/libc.so.6)
      \tffffffff81000000 do_syscall_64 ([kernel.kallsyms])

       7000 53635.198165: cpu-clock:ppp: 
      \t           14a9e $s4kymo3runyyF (/usr/bin/kymo)
      \t           1001c main (/usr/bin/kymo)
      nothing that perf would print

      """
    let profile = PerfScript.profile(text, period: 1000) { $0 == 7000 ? "dispatcher" : "other" }
    #expect(profile.threads.map(\.name) == ["dispatcher", "other"])
    #expect(profile.notes == [ProfileNote(name: "perf event", value: "cpu-clock")])
    try #require(profile.samples.count == 2)
    let names = profile.samples.map { $0.stack.map { profile.frames[$0].name } }
    #expect(names[0] == ["main", "run"])
    #expect(names[1] == ["[kernel] do_syscall_64", "[libc]"])
    #expect(profile.samples.map(\.count) == [2, 1])
    #expect(profile.samples[0].nanoseconds == 2000)
    #expect(profile.frames.contains { $0.symbol == "$s4kymo3runyyF" && $0.module == "kymo" })
    #expect(PerfScript.profile("", period: 1) { _ in "" }.samples.isEmpty)
  }

  @Test("callgrind's instructions are those of the functions alone, and add up")
  func callgrind() throws {
    let text = """
      # callgrind format
      version: 1
      events: Ir
      ob=(1) /usr/bin/kymo
      fl=(1) a.swift
      fn=(1) main
      12 400
      cob=(2) /usr/lib/libc.so.6
      cfn=(2) memcpy
      calls=10 5
      12 3000
      fn=(3) $s4kymo3runyyF'2
      +3 70
      * 30
      ob=(2)
      fn=(2)
      5 3000
      totals: 3500
      """
    let counted = try #require(CallgrindInstructions(text))
    #expect(counted.total == 3500)
    #expect(counted.functions.map(\.own) == [3000, 400, 100])
    #expect(counted.functions.map(\.frame.name) == ["memcpy", "main", "run"])
    #expect(counted.functions.map(\.frame.module) == ["libc.so.6", "kymo", "kymo"])
    #expect(counted.functions.reduce(0) { $0 + $1.own } == counted.total)
    let renamed = try #require(CallgrindInstructions(text, calling: ["kymo": "tool"]))
    #expect(renamed.functions.map(\.frame.module) == ["libc.so.6", "tool", "tool"])
    #expect(CallgrindInstructions("events: Cycles\ntotals: 1") == nil)
    #expect(CallgrindInstructions("") == nil)
  }

  @Test("of callgrind have readable names, and the program in its place") func readable() {
    let text = """
      cmd: /tmp/x/build-0 replay
      events: Ir
      ob=(1) /tmp/x/build-0
      fn=(2) $s8KymoCore7HandlerCACycfC'2
      5 100
      cob=(3) /lib/libc.so.6
      cfn=(4) memcpy
      calls=2 0
      fn=(2)
      totals: 100

      """
    let readable = """
      cmd: /usr/bin/kymo replay
      events: Ir
      ob=(1) /usr/bin/kymo
      fn=(2) Handler.init'2
      5 100
      cob=(3) /lib/libc.so.6
      cfn=(4) memcpy
      calls=2 0
      fn=(2)
      totals: 100

      """
    let found = ReadableCallgrind.text(text, replacing: "/tmp/x/build-0", with: "/usr/bin/kymo")
    #expect(found == readable)
    #expect(ReadableCallgrind.text("", replacing: "a", with: "b").isEmpty)
  }

  @Test("what is due is delivered, dropped, counted with others, or never came")
  func account() {
    let summary = SamplingSummary(period: 1, due: 1853, delivered: 1529, dropped: 0)
    #expect(summary.missing(folded: 245) == 79 && summary.noteworthyMissing(folded: 245) == 79)
    #expect(
      summary.text(folded: 245)
        == "1,529 of 1,853 due delivered, none dropped, 245 counted with others, 79 never came"
    )
    #expect(summary.noteworthyMissing(folded: 322) == nil)
    #expect(summary.missing(folded: 400) == 0)
  }

  @Test("an engine's stacks become a thread of their own") func scripts() {
    let text = """
      {"interval":0.001,"traces":[
       {"timestamp":1.5,"frames":[{"name":"inner","line":1},{"name":"","line":2}]},
       {"timestamp":1.6,"frames":[{"name":"inner","line":7},{"name":"","line":2}]},
       {"timestamp":1.7,"frames":[]},
       {"timestamp":1.8,"frames":[{"name":"outer","line":1}]}]}
      """
    var profile = ProfileSamples.walk
    let before = profile.samples.count
    #expect(profile.addScripts(text, thread: "scripts") == 3)
    #expect(profile.threads.last?.name == "scripts")
    let added = profile.samples.dropFirst(before)
    #expect(
      added.map { $0.stack.map { profile.frames[$0].name } }
        == [["[js] (anonymous function)", "[js] inner"], ["[js] outer"]]
    )
    #expect(added.map(\.count) == [2, 1])
    #expect(added.map(\.nanoseconds) == [2_000_000, 1_000_000])
    for text in [
      "", "{}", #"{"interval":1}"#, #"{"interval":1,"traces":[7]}"#, "[1]",
      #"{"interval":1e300,"traces":[]}"#,
    ] {
      #expect(profile.addScripts(text, thread: "scripts") == nil, "\(text)")
    }
  }

  @Test("samples of two runs are counted together, whatever their indexes") func merge() throws {
    var sum = ProfileSamples.walk
    let one = sum
    sum.addSamples(of: ProfileSamples.later)
    func count(_ profile: Profile) -> Int { profile.samples.reduce(0) { $0 + $1.count } }
    #expect(count(sum) == count(one) + count(ProfileSamples.later))
    #expect(sum.duration == one.duration + ProfileSamples.later.duration)
    #expect(sum.threads == one.threads)
    try sum.check()
    // Twice the same is the same, twice.
    var twice = one
    twice.addSamples(of: one)
    #expect(twice.samples.count == one.samples.count)
    #expect(zip(twice.samples, one.samples).allSatisfy { $0.count == 2 * $1.count })
    #expect(twice.frames == one.frames)
    let alone = one.samples(ofThread: "generator")
    #expect(!alone.samples.isEmpty && alone.samples.count < one.samples.count)
  }

  @Test("an event that nobody replies to has its arrow end at its last stage") func arrows() {
    var profile = ProfileSamples.walk
    profile.slices.removeAll { $0.stage == StageSlice.reply }
    let text = ChromeTrace.text(profile)
    let lines = text.split(separator: "\n")
    let heads = lines.filter { $0.contains(#""flow_in":true"#) }
    let tails = lines.filter { $0.contains(#""flow_out":true"#) }
    #expect(heads.count == tails.count)
    #expect(heads.count == 3)
    #expect(heads.allSatisfy { !$0.contains(#""name":"validate""#) })
  }
}
