import KymoCore
import KymoHistogram
import Testing

@testable import KymoBench
import KymoBenchFixtures
@testable import KymoReport

@Suite("Baselines") struct BaselineTests {
  private let subject = BenchSubject(
    recording: "walk.mcap",
    inputDigest: "aa",
    app: "DeviceCatalog",
    mode: "strict"
  )

  @Test("a result is read as it was written") func roundTrip() throws {
    let result = try ExportSample.result()
    let baseline = try ReportSample.baseline()
    #expect(baseline.subject.recording == "walk & \"run\".mcap")
    #expect(baseline.subject.inputDigest == nil && baseline.subject.mode == nil)
    #expect(baseline.valid && baseline.events == 2000)
    #expect(baseline.achievedRate == result.measured.rate)
    #expect(baseline.commands.map(\.name) == ["accel", ExportSample.oddName])
    #expect(baseline.command("accel")?.response.summary == result.commands[0].response)
    #expect(baseline.overall.service.summary == result.overall.service)
    #expect(baseline.overall.count == result.overall.count)
  }

  @Test("what cannot be a baseline says why")
  func refusals() throws {
    func problem(_ change: (String) -> String) -> String? {
      do {
        _ = try ReportSample.baseline(change)
        return nil
      } catch { return "\(error)" }
    }
    let advice = "a baseline is what bench --export json wrote"
    #expect(problem { _ in "" } == "it is not JSON: it has 0 bytes")
    #expect(problem { String($0.dropLast(9)) }?.hasPrefix("it is not JSON: ") == true)
    #expect(problem { _ in "[]" } == "it states no schema; \(advice)")
    #expect(
      problem { $0.replacing("bench/1", with: "inspect/1") }
        == "its schema is 'kymograph.inspect/1', not 'kymograph.bench/1'; \(advice)"
    )
    #expect(
      problem { $0.replacing("\"app\"", with: "\"application\"") }
        == "it is damaged: 'app' is missing or wrong"
    )
    #expect(
      problem { $0.replacing("HISTFAAA", with: "HISTFAAB") }
        == "it is damaged: 'responseHistogram' is missing or wrong"
    )
    #expect(
      problem { $0.replacing("\"events\": 2000", with: "\"events\": -1") }
        == "it is damaged: 'events' is missing or wrong"
    )
    #expect(
      problem { $0.replacing("\"valid\": true", with: "\"valid\": 1") }
        == "it is damaged: 'valid' is missing or wrong"
    )
    #expect(problem { $0.replacing("\"commands\"", with: "\"things\"") } != nil)
    #expect(problem { $0.replacing("replyHistogram", with: "more") } == nil, "an older one")
  }

  @Test("the subject has to be the same; a recording may be moved") func subjects() {
    #expect(subject.difference(from: subject) == nil)
    var other = subject
    other.recording = "elsewhere/walk.mcap"
    #expect(subject.difference(from: other) == nil)
    other.inputDigest = "bb"
    #expect(
      subject.difference(from: other)
        == "it is of another recording, or of another part of it: elsewhere/walk.mcap (bb) there, "
        + "walk.mcap (aa) here"
    )
    other.inputDigest = nil
    #expect(subject.difference(from: other)?.contains("another recording") == true)
    other = subject
    other.app = "Other"
    #expect(subject.difference(from: other) == "its app is Other, not DeviceCatalog")
    other = subject
    other.mode = nil
    #expect(subject.difference(from: other) == "its mode is none, not strict")
  }

  @Test("times are compared on one machine only, where both say which") func machines() {
    var here = subject
    here.machine = BenchMachine(processor: "A 1", coreCount: 2)
    #expect(here.difference(from: subject) == nil && subject.difference(from: here) == nil)
    #expect(here.difference(from: here) == nil)
    for machine in [
      BenchMachine(processor: "A 2", coreCount: 2), BenchMachine(processor: "A 1", coreCount: 1),
    ] {
      var there = here
      there.machine = machine
      #expect(
        here.difference(from: there)
          == "it is of another machine, whose times say nothing here: \(machine) there, "
          + "A 1, 2 cores here"
      )
    }
  }

  @Test("a machine is what its processor calls itself, and the cores") func cpuInfo() {
    let intel =
      "processor\t: 0\nmodel name\t: Xeon(R) @ 2 GHz: x\n\nprocessor\t: 1\nmodel name\t: b\n"
    #expect(
      BenchMachine(cpuInfo: intel) == BenchMachine(processor: "Xeon(R) @ 2 GHz: x", coreCount: 2)
    )
    let arm = "processor : 0\nCPU implementer\t: 0x41\nCPU part : 0xd0c\n"
    #expect(BenchMachine(cpuInfo: arm)?.description == "processor 0x41 0xd0c, 1 core")
    #expect(BenchMachine(cpuInfo: "processor: 0\n")?.processor == "unknown processor")
    #expect(BenchMachine(cpuInfo: "") == nil && BenchMachine(cpuInfo: "\n:\n") == nil)
  }

  @Test("the machine is read again as it was written") func machineJSON() throws {
    var context = ExportSample.context
    context.machine = BenchMachine(processor: "\"A\" 1", coreCount: 2)
    let text = ExportFormat.json.text(of: try ExportSample.result(), context)
    #expect(try BenchBaseline(json: text, file: "x").subject.machine == context.machine)
    #expect(try ReportedRun(json: text).context.machine == context.machine)
  }

  @Test("the digest of the input sees every event and byte") func digest() throws {
    let events = (0..<3).map { LoadFixture.event($0, at: Int64($0)) }
    let digest = try Workload(events: events).digest
    #expect(try Workload(events: events).digest == digest)
    var digests: Set<UInt64> = [digest, try Workload(events: events, messages: [1]).digest]
    digests.insert(try Workload(events: Array(events.prefix(2))).digest)
    for index in events.indices {
      var changed = events
      changed[index].payload.word0 ^= 1
      digests.insert(try Workload(events: changed).digest)
      changed = events
      changed[index].sequence += 100
      digests.insert(try Workload(events: changed).digest)
    }
    #expect(digests.count == 9)
  }

  @Test("the report puts both side by side") func comparison() throws {
    var context = ExportSample.context
    context.baseline = try ReportSample.baseline()
    let slower = try LoadFixture.simulate(count: 2000, cost: 20_000) { _ in }
    let html = ExportFormat.html.text(of: slower, context).withoutLabels
    #expect(html.contains("<h2>Compared with the baseline</h2>"))
    #expect(
      html.contains(
        "<td><strong class=\"slower\">\u{25B2} 2.00×</strong> <small>10.0 µs \u{2192} 20.0 µs</small>"
      )
    )
    #expect(html.contains("<strong class=\"faster\">\u{25BC} 0.003×</strong>"), "the maximum")
    #expect(html.contains("<small>only in the baseline</small>"))
    #expect(html.contains("class=\"s1 c1 base\""))
    #expect(html.contains("id=\"show-base\""))
    #expect(!html.contains("The arrivals differ"))

    context.baseline = try ReportSample.baseline {
      $0.replacing("\"valid\": true", with: "\"valid\": false")
        .replacing("constant, 1000.0", with: "constant, 10.0")
        .replacing("0123456789abcdef", with: "1123456789abcdef")
    }
    let other = ExportFormat.html.text(of: slower, context)
    #expect(other.contains("<li>The baseline is <strong>INVALID</strong>.</li>"))
    #expect(other.contains("constant, 10.0 events/s there, constant, 1000.0 events/s here."))
    #expect(other.contains("The digests differ: the handlers did not do the same."))
  }
}
