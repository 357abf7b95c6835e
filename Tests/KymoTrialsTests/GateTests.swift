import KymoBench
import KymoProfile
import KymoText
import Testing

@testable import KymoTrials

@Suite("Gate: what children say") struct GateTests {
  private func report(_ count: Int, cost: Double) -> [UInt8] {
    let report: JSONText = [
      "schema": "kymograph.bench/1",
      "valid": true,
      "reasons": ["none"],
      "digest": "0123456789abcdef",
      "app": "Steps",
      "commands": [
        [
          "name": "rare", "count": 199, "serviceNanoseconds": ["trimmedMean": 5.5],
          "responseNanoseconds": ["p50": 10, "p99": nil], "replies": 0,
        ],
        [
          "name": "busy", "count": JSONText(count),
          "serviceNanoseconds": ["p50": 7, "trimmedMean": JSONText(cost)],
          "responseNanoseconds": ["p50": 300, "p99": 900], "replies": 500,
          "replyNanoseconds": ["p50": 12_345],
        ],
      ],
    ]
    return Array(report.text.utf8)
  }

  @Test("A report of bench is read as far as it rests on enough events") func benchOutput() throws {
    let output = try #require(BenchOutput(report(20_000, cost: 7.25)))
    #expect(output.isValid && output.digest == "0123456789abcdef" && output.reasons == ["none"])
    let reading = output.reading(GateQuantity.allCases)
    let all = reading.metrics
    #expect(all.map(\.command) == Array(repeating: "busy", count: 4), "rare is too rare")
    #expect(all.compactMap { reading.value(of: $0) } == [7.25, 300, 900, 12_345])
    #expect(reading.digest == output.digest && reading.app == "Steps")
    let few = try #require(BenchOutput(report(9_999, cost: 7))).reading(GateQuantity.allCases)
    #expect(!few.metrics.map(\.quantity).contains(.responseP99))
  }

  @Test("What is no report is none") func noReport() {
    for text in ["", "{", "[]", "{\"schema\": \"kymograph.replay/1\"}", "kymo 0.1.0"] {
      #expect(BenchOutput(Array(text.utf8)) == nil)
    }
  }

  @Test("A profile: instructions, and calls of what hands out memory") func callgrind() {
    let text = """
      # callgrind format
      version: 1
      events: Ir

      fn=(1) main
      1 10
      cfn=(2) malloc
      calls=3 0
      1 300
      cfn=(3) mallocate
      calls=100 0
      1 5
      fn=(2)
      1 7

      fn=(1)
      cfn=(4) realloc'2
      calls=2 0
      1 1
      cfn=(2)
      calls=4 0
      1 400

      totals: 12345
      """
    let profile = CallgrindProfile(text)
    #expect(profile?.instructions == 12_345)
    #expect(profile?.allocations == 9, "3 + 2 + 4")
    #expect(CallgrindProfile("") == nil)
    #expect(CallgrindProfile("totals: 5") == nil)
  }

  @Test("Handlers are what the dispatcher calls, with all that they call; functions by their own")
  func handlers() throws {
    func profile(_ own: Int, calls: Int) -> String {
      """
      version: 1
      events: Ir

      fn=(1) $s8KymoCore10DispatcherV8dispatchyyF
      1 1000
      cfn=(2) $s3App3LowC6handleyyF
      calls=\(calls) 0
      1 \(own + 30)
      cfn=(3) $s9KymoBench6LedgerV6recordyyF
      calls=\(calls) 0
      1 5000
      cfn=(5) $s15KymoCommandLine9InterruptC11isRequestedSbvg
      calls=1 0
      1 9
      cfn=(6) $s3App10CodedErrorV4codes6UInt16Vvg
      calls=1 0
      1 9
      cfn=(7) $s11stepcounter9StepErrorO8KymoCore05CodedD0AadEP4codes6UInt16VvgTW
      calls=1 0
      1 9

      fn=(2)
      1 \(own)
      cfn=(4) swift_allocObject
      calls=3 0
      1 30

      fn=(3)
      1 5000

      fn=(4)
      1 30

      totals: 99999
      """
    }
    let half = try #require(CallgrindProfile(profile(100, calls: 10))).functions
    let base = try #require(CallgrindProfile(profile(400, calls: 20))).functions
    let head = try #require(CallgrindProfile(profile(450, calls: 20))).functions
    let low = "$s3App3LowC6handleyyF"
    #expect(base.handlers[low] == FunctionCounts.Handler(calls: 20, instructions: 430))
    #expect(
      base.handlers.count == 1,
      "what the tool does around is none, nor a property of the app"
    )
    #expect(base.own[low] == 400 && base.allocations == [low: 3])
    let events = base.subtracting(half)
    #expect(events.own == [low: 300], "what is the same in both is left out")
    #expect(events.handlers[low] == FunctionCounts.Handler(calls: 10, instructions: 300))
    let worse = head.subtracting(half)
    #expect(
      events.changes(to: worse, events: 10) == [CountChange(name: "Low.handle", base: 30, head: 35)]
    )
    let compared = try #require(events.handlerComparisons(with: worse).first)
    #expect(compared.verdict == .regressed && compared.handler == "Low" && compared.events == 10)
    // Against a build that was stripped not everything is new.
    let stripped = events.handlerComparisons(with: FunctionCounts())
    #expect(
      stripped.map(\.unavailable) == ["HEAD has no names of handlers, as when it is stripped"]
    )
  }

  @Test("A closure has the name that its program says, if the other build says its names, too")
  func closures() throws {
    let closure = "$s3App4TripC3map8KymoCore10CommandMapVvgAE7VerdictOAE8ExchangeVzcfU_"
    let thunk = "$s8KymoCore8ExchangeVAA7VerdictOAA12HandlerErrorVIegnyzr_ACAEs5Error_pIegnozo_TR"
    let text = """
      events: Ir

      fn=(1) $s8KymoCore10DispatcherV8dispatchyyF
      1 10
      cfn=(2) \(closure)TA
      calls=10 0
      1 300
      cfn=(3) \(thunk)
      calls=10 0
      1 200

      fn=(2)
      1 100
      cfn=(4) \(closure)
      calls=10 0
      1 200

      fn=(4)
      1 200

      totals: 510
      """
    let names = HandlerNames([
      (name: "trip, view", symbols: [closure + "TA", "alias"]), (name: "a, view", symbols: [thunk]),
      (name: "b, view", symbols: [thunk]), (name: "c, view", symbols: []),
    ])
    let named = try #require(CallgrindProfile(text, handlers: names)).functions
    let raw = try #require(CallgrindProfile(text)).functions
    func handlers(_ base: FunctionCounts, _ head: FunctionCounts) -> [String?] {
      base.handlerComparisons(with: head).map(\.handler)
    }
    #expect(handlers(named, named) == ["trip, view", "a, view and b, view"])
    #expect(
      handlers(raw, raw) == ["Trip.map.getter {closure 1}"],
      "a thunk of KymoCore is not known"
    )
    #expect(
      handlers(raw, named).contains("Trip.map.getter {closure 1}"),
      "a build that says no names is compared with the names of symbols"
    )
    #expect(
      named.changes(to: FunctionCounts(), events: 1).map(\.name).contains("trip, view") == false
    )
    var none = try #require(CallgrindProfile("events: Ir\ntotals: 0", handlers: names)).functions
    #expect(
      none.changes(to: named, events: 10).map(\.name) == ["trip, view", "Dispatcher.dispatch"]
    )
    none = named.subtracting(named)
    #expect(none.names == names && none.handlers.isEmpty)
  }

  @Test("The first difference of a verification, in words") func divergence() {
    let text = """
      {"schema": "kymograph.replay/1", "digest": "a", "firstDivergence": {"index": 500, "field": "reply.x",
       "command": "accel", "expected": {"timestamp": 4951001566, "outcome": "reply 1"},
       "actual": {"timestamp": 4951001566, "outcome": "reply 2"}}}
      """
    #expect(
      GateReplay.divergence(json: Array(text.utf8))
        == "the first difference is event 500, accel at 4.951002 s in reply.x: reply 1 in BASE, reply 2 in HEAD"
    )
    #expect(GateReplay.divergence(json: Array("{\"firstDivergence\": null}".utf8)) == nil)
  }

  @Test("A child says what it has to say, and how it ended") func child() throws {
    let answer = try UnsafeChildProcess.run([
      "sh", "-c", "echo out; echo one >&2; echo two >&2; exit 7",
    ])
    #expect(answer.end == .exited(7))
    #expect(answer.output == Array("out\n".utf8))
    #expect(answer.lastLines() == "two" && answer.lastLines(2) == "one\ntwo")
    let killed = try UnsafeChildProcess.run(["sh", "-c", "kill -9 $$"])
    #expect(killed.end == .signalled(9))
    let much = try UnsafeChildProcess.run(["sh", "-c", "head -c 3000000 /dev/zero"])
    #expect(much.output.count == 3_000_000)
    // It would otherwise inherit that SIGPIPE is ignored, and `yes` complain.
    let pipe = try UnsafeChildProcess.run(["sh", "-c", "yes | head -n 1"])
    #expect(pipe.output == Array("y\n".utf8) && pipe.diagnostics.isEmpty)
    #expect(throws: TrialError.self) {
      try UnsafeChildProcess.run(["/nonexistent/kymo"])
    }
  }

  @Test("While a child says nothing, who waits is told so") func silence() throws {
    var (turns, said) = (0, "")
    _ = try UnsafeChildProcess.run(
      ["sh", "-c", "sleep 0.5; echo x"],
      whenOutput: { output in
        if output.isEmpty, said.isEmpty { turns += 1 }
        said += String(decoding: output, as: UTF8.self)
      }
    )
    #expect(turns >= 2 && said == "x\n")
  }

  @Test("A child is ended with all that it started") func ending() throws {
    // The number of the grandchild comes before the wish to stop.
    var number = ""
    let stopped = try UnsafeChildProcess.run(
      ["sh", "-c", "sleep 1000 & echo $!; wait"],
      shouldStop: { !number.isEmpty },
      whenOutput: { number += String(decoding: $0.filter { $0 > 32 }, as: UTF8.self) }
    )
    #expect(stopped.end == .interrupted)
    // It was killed, and is gone as soon as the system gets round to it.
    let path = "/proc/\(number)/status"
    var state = try UnsafeChildProcess.run(["grep", "-E", "State:.[RSD]", path])
    for _ in 0..<100 where !state.output.isEmpty {
      state = try UnsafeChildProcess.run(["grep", "-E", "State:.[RSD]", path])
    }
    #expect(state.output.isEmpty, "the grandchild \(number) lives on")
    let late = try UnsafeChildProcess.run(
      ["sleep", "1000"],
      deadline: MonotonicTime.nanoseconds() + 1_000_000
    )
    #expect(late.end == .outOfTime)
    // So is what has a process group of its own, as a compiler has, and does not end when it is asked to.
    number = ""
    let stubborn = try UnsafeChildProcess.run(
      ["bash", "-c", "set -m; (trap '' TERM; echo $BASHPID; while :; do sleep 0.05; done) & wait"],
      shouldStop: { !number.isEmpty },
      whenOutput: { number += String(decoding: $0.filter { $0 > 32 }, as: UTF8.self) }
    )
    #expect(stubborn.end == .interrupted)
    let left = try UnsafeChildProcess.run(["grep", "-E", "State:.[RSD]", "/proc/\(number)/status"])
    #expect(!number.isEmpty && left.output.isEmpty, "the grandchild \(number) lives on")
    // A grandchild that lives on keeps the pipe open, and is not waited for.
    let daemon = try UnsafeChildProcess.run(["sh", "-c", "sleep 2 & echo done"])
    #expect(daemon.end == .exited(0) && daemon.output == Array("done\n".utf8))
  }

  @Test("The session of a process is read from its state, whatever its name") func session() {
    #expect(UnsafeProcessSession.session(ofState: "7 (a) b) S 1 5 3 0 -1") == 3)
    #expect(UnsafeProcessSession.session(ofState: "7 (ended) Z 1 5 3 0 -1") == nil)
    for text in ["", "7 (a", "7 (a) S 1"] {
      #expect(UnsafeProcessSession.session(ofState: text) == nil)
    }
  }
}
