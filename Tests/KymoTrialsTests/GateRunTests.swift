import KymoBench
import KymoReport
import KymoText
import Testing

@testable import KymoTrials

/// A gate from its start to its verdict, with builds that are scripts: what they say is known.
@Suite("Gate: a whole run") struct GateRunTests {
  /// What was told while it ran.
  private struct Listener: TrialObserver {
    var notes: [String] = []
    var titles: [String] = []

    mutating func note(_ text: String) { notes.append(text) }
    mutating func beginProgress(_ title: String, of total: Int?, unit: String) {
      titles.append(title)
    }
  }

  /// A build whose only command takes `cost` ns, and what was added on purpose.
  private func script(cost: Int, digest: String = "d1", app: String = "Steps") -> String {
    let capabilities = GateCapability.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    return """
      #!/bin/sh
      case "$1" in
      --version) echo '{"schema": "kymograph.version/1", "name": "steps", "version": "2.0",
        "capabilities": [\(capabilities)], "apps": ["\(app)"]}' ;;
      replay) echo '{"schema": "kymograph.replay/1", "digest": "\(digest)", "events": 5000, "app": "\(app)"}' ;;
      bench)
        cost=\(cost)
        while [ $# -gt 0 ]; do
          if [ "$1" = --handicap ]; then cost=$((cost + $2)); fi
          shift
        done
        echo "{\\"schema\\": \\"kymograph.bench/1\\", \\"valid\\": true, \\"digest\\": \\"\(digest)\\",
          \\"app\\": \\"\(app)\\", \\"commands\\": [{\\"name\\": \\"accel\\", \\"count\\": 50000, \\"replies\\": 0,
          \\"serviceNanoseconds\\": {\\"trimmedMean\\": $cost}}]}" ;;
      *) exit 64 ;;
      esac

      """
  }

  private func gate(_ folder: UnsafeTemporaryFolder, _ base: String, _ head: String) throws -> Gate
  {
    let recording = folder.path + "/walk.mcap"
    for (name, text) in [("base", base), ("head", head), ("walk.mcap", "any bytes")] {
      try UnsafeWholeFile.write(text, toNew: "\(folder.path)/\(name)")
      _ = try UnsafeChildProcess.run(["chmod", "+x", "\(folder.path)/\(name)"])
    }
    var gate = Gate(base: folder.path + "/base", head: folder.path + "/head", recording: recording)
    gate.configuration.parts = [.cost]
    gate.budgetNanoseconds = 60_000_000_000
    return gate
  }

  @Test("HEAD that takes half as long again has REGRESSED, in words and in JSON") func slower()
    throws
  {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    var listener = Listener()
    let report = try gate(folder, script(cost: 1000), script(cost: 1500)).run(telling: &listener)
    #expect(report.verdict == .regressed, "\(report.decision)")
    #expect(report.app == "Steps" && report.head.label == folder.path + "/head")
    #expect(report.judgements.first?.metrics.first?.metric.command == "accel")
    #expect(report.json.text.contains("\"verdict\": \"REGRESSED\""))
    #expect(report.summary().decision == report.decision)
    #expect(listener.notes.contains("measuring cost") && !listener.titles.isEmpty)
  }

  @Test("Equal builds PASS, and nobody need be told") func equal() throws {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let report = try gate(folder, script(cost: 1000), script(cost: 1000)).run()
    #expect(report.verdict == .pass, "\(report.decision)")
    #expect(report.profile == nil && report.base.commit == nil)
  }

  @Test("Builds that give different results are not compared") func digests() throws {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let report = try gate(folder, script(cost: 1000), script(cost: 1000, digest: "d2")).run()
    #expect(report.verdict == .invalid, "\(report.decision)")
  }

  private func refusal(_ gate: Gate) -> TrialError? {
    do {
      _ = try gate.run()
      return nil
    } catch { return error }
  }

  @Test("What is no build, no revision or no recording is an error that says what") func refused()
    throws
  {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let gate = try gate(folder, script(cost: 1), script(cost: 1, app: "Other"))
    #expect(refusal(gate)?.description.hasPrefix("two different programs are not compared") == true)
    var missing = gate
    missing.recording = folder.path + "/none.mcap"
    #expect(refusal(missing)?.description == "\(missing.recording): no such file (check the path)")
    var stranger = gate
    stranger.head = "/bin/true"
    #expect(refusal(stranger)?.subject == "/bin/true")
    #expect(refusal(stranger)?.problem.contains("it is neither kymo") == true)
    var product = gate
    product.recipe = .product("steps")
    #expect(refusal(product)?.kind == .request)
    var nowhere = gate
    nowhere.base = folder.path + "/none"
    #expect(refusal(nowhere)?.problem.hasPrefix("neither an executable nor a revision") == true)
  }

  @Test("Whoever wishes to stop gets an error before there is anything to show") func stopped()
    throws
  {
    let folder = try UnsafeTemporaryFolder()
    defer { folder.remove() }
    let gate = try gate(folder, "#!/bin/sh\nsleep 100\n", script(cost: 1))
    do {
      _ = try gate.run { true }
      Issue.record("it went on")
    } catch { #expect(error.kind == .stopped, "\(error)") }
  }
}
