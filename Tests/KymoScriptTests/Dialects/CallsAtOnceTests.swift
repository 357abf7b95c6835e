import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoTestSupport
import KymoText
import Testing

@testable import KymoScript

/// Calls that return their results: of methods that Android's native code gives to a page.
@Suite("Calls that are answered at once") final class CallsAtOnceTests {
  /// Counts in an order that shows: what comes later doubles what came before.
  final class Sums: App {
    static let name = "Sums"
    private var sum: Int64 = 0

    init(_ setup: AppSetup) {}

    private func add(_ value: Int64) -> Int64 {
      sum = (sum &* 3 &+ value) % 1_000_003
      return sum
    }

    var map: CommandMap {
      var map = CommandMap()
      let tick = map.raise("tick")
      map.view("accel") { [self] exchange in
        let sum = add(Int64(exchange.event.payload.acceleration.x))
        if sum % 3 == 0 { try exchange.raise(tick, at: exchange.event.timestamp + sum % 4) }
        return .proceed
      }
      map.view("location") { [self] _ in
        _ = add(7)
        return .proceed
      }
      map.view("tick") { [self] exchange in
        try exchange.reply(calling: "ticked", JSONText(add(11)), to: .unsolicited)
        return .proceed
      }
      map.view("total") { [self] exchange in
        try exchange.reply(calling: "total", JSONText(add(try exchange.integer(at: 1))))
        return .proceed
      }
      map.view("post") { [self] exchange in
        _ = add(13)
        return .proceed
      }
      map.view("fails") { _ in throw HandlerError.unavailable }
      map.view("nothing") { _ in .proceed }
      map.view("later") { exchange in
        exchange.replyLater()
        return .proceed
      }
      map.view("many") { exchange in
        try exchange.reply(calling: "x", ["a": [1, "two"]])
        return .proceed
      }
      return map
    }
  }

  /// Keeps every event, in the order of dispatch.
  struct Events: OutcomeSink {
    var all: [(event: Event, message: [UInt8])] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      var bytes: [UInt8] = []
      bytes.append(copying: message)
      all.append((copy event, bytes))
    }
  }

  /// The lines that a page printed, and what was dispatched.
  struct Run {
    var lines: [String]
    var digest: TraceDigest
    var events: [(event: Event, message: [UInt8])]
    var ledger: PageLedger
    var bridge: BridgeDigest
  }

  private weak var last: PageLink?

  /// Runs a page with inputs.
  private func run(
    _ script: String,
    _ inputs: [Event] = [],
    from start: Int64 = 0,
    faults: PageFaults = PageFaults()
  ) throws -> Run {
    let run = try runPage(script, inputs, from: start, faults)
    #expect(last == nil, "the page goes with its run")
    return run
  }

  private func runPage(
    _ script: String,
    _ inputs: [Event],
    from start: Int64,
    _ faults: PageFaults
  ) throws -> Run {
    let folder = try TemporaryFolder()
    try folder.write("<!doctype html><title>t</title><script>\(script)</script>", to: "index.html")
    let instance = try AppInstance(Sums.self)
    let listener = BridgedAppTests.Listener()
    var options = PageLink.Options()
    var dialect = PageDialect.Options(.raw)
    dialect.platform = .android
    options.dialect = dialect
    options.answersAtOnce = true
    options.faults = faults
    let link = PageLink(
      to: instance,
      clock: ScriptClock(now: start),
      web: WebViewOptions(),
      options: options,
      observer: listener
    )
    last = link
    try link.load(folder.path + "/index.html")
    let sink = MCAPMemorySink()
    var maker = try SessionMaker(sink, AppInstance(Sums.self), SessionDescription(origin: "a test"))
    for event in inputs { maker.append(event) }
    try maker.finish()
    let events = try SessionFile(MCAPMemorySource(sink.bytes)).events(instance.routing)
    let arena = events.arenaBytes
    let run = PageRun(table: instance.table, link: link, sink: Events(), arenaBytes: arena)
    let result = run.run(events, from: start)
    #expect(link.failure == nil && result.failure == nil)
    return Run(
      lines: listener.lines,
      digest: result.digest,
      events: result.sink.all,
      ledger: link.traffic.ledger,
      bridge: link.traffic.digest
    )
  }

  /// What a page catches when a method has failed.
  private let raised = "Java exception was raised during method invocation"

  private func input(_ source: SourceID, _ time: Int64, _ value: Double = 1) -> Event {
    let isMotion = source == .accelerometer
    return Event(
      timestamp: time,
      sequence: 0,
      command: .unknown,
      source: source,
      kind: isMotion ? .acceleration : .location,
      payload: isMotion
        ? Payload(Acceleration(x: value, y: 0, z: 9.81))
        : Payload(Location(latitude: 1, longitude: 2, altitude: 3, fixTimestamp: 0))
    )
  }

  @Test("E5 interface method: value in the same expression") func values() throws {
    let run = try run(
      """
      console.log(Android.total(1) + Android.total(2));
      console.log(Android.many());
      console.log(typeof Android.nothing(), typeof Android.later());
      try { Android.fails(); } catch (error) { console.log(error.message); }
      """
    )
    #expect(
      run.lines == [
        "6", #"{"a":[1,"two"]}"#,
        "Android.later: the page goes on without the value that the method has on the phone",
        "undefined undefined", "Android.fails: failed", raised,
      ]
    )
    #expect(run.ledger.isBalanced && run.ledger.toNative.delivered == 6)
    #expect(run.ledger.toPage.delivered == 6)
  }

  @Test(
    "What is called at once is dispatched in the order in which a replay has it",
    arguments: 0..<60
  )
  func order(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let start: Int64 = seed % 3 == 0 ? 0 : 1_000_000_000
    var time = start
    let inputs = (0..<40).map { _ in
      time += Int64.random(in: 0...3, using: &random)
      let source: SourceID = Bool.random(using: &random) ? .accelerometer : .location
      return input(source, time, Double(Int.random(in: 0...9, using: &random)))
    }
    let sorted = inputs.sorted {
      ($0.timestamp, $0.source.rawValue) < ($1.timestamp, $1.source.rawValue)
    }
    let run = try run(
      """
      var n = 0;
      function say(text) { console.log(text + ' ' + Android.total(++n)); }
      say('load');
      setTimeout(function () { say('timer'); Promise.resolve().then(function () { say('then'); }); }, 0);
      window.addEventListener('devicemotion', function (event) {
        say('motion');
        if (n % 4 == 0) { setTimeout(function () { say('later'); }, 0); }
        if (n % 5 == 0) { say('twice'); }
      });
      function ticked(sum) { say('ticked ' + sum); }
      """,
      sorted,
      from: start
    )
    #expect(run.lines.count > 20)
    // The same events, in the order of a replay, without a page.
    let ordered = run.events.filter { $0.event.source != .device }
    for (one, next) in zip(ordered, ordered.dropFirst()) {
      #expect(one.event.precedes(next.event), "seed \(seed): \(one.event) and \(next.event)")
    }
    let instance = try AppInstance(Sums.self)
    var pipeline = Pipeline(table: instance.table, sink: Tracer(NoSink()))
    var producer = pipeline.addLane(minimumCapacity: 1024, arenaBytes: 1 << 16)
    for (event, message) in ordered {
      if event.kind.isReference {
        message.withRawSpan { _ = producer.push(event, message: $0) }
      } else {
        _ = producer.push(event)
      }
    }
    producer.finish()
    while case .dispatched = pipeline.step() {}
    pipeline.finish(after: .max)
    #expect(pipeline.dispatcher.sink.digest == run.digest, "seed \(seed)")
  }

  @Test("A script calls at one moment as often as it likes") func many() throws {
    let run = try run("for (var i = 0; i < 5000; i += 1) { Android.total(1); }")
    #expect(run.lines == [] && run.ledger.toNative.delivered == 5000 && run.digest.count == 5000)
  }

  @Test("The same again is the same") func again() throws {
    let inputs = (0..<50).map { input(.accelerometer, 1_000_000 * $0) }
    let script = "window.addEventListener('devicemotion', function () { Android.total(1); });"
    let (first, second) = (try run(script, inputs), try run(script, inputs))
    #expect(first.digest == second.digest && first.bridge == second.bridge)
    #expect(first.bridge.count > 100)
  }

  @Test("Faults befall calls that are answered at once") func faults() throws {
    let script = """
      for (var i = 0; i < 3; i += 1) {
        try { console.log(Android.total(1)); } catch (error) { console.log(error.message); }
      }
      """
    #expect(try run(script).lines == ["1", "4", "13"])
    // Messages are numbered from 0: a call, its answer, and so on.
    let lost = try run(script, faults: PageFaults([2: .drop]))
    #expect(
      lost.lines == ["1", "Android.total: the call was lost", raised, "4"] && lost.ledger.isBalanced
    )
    let unheard = try run(script, faults: PageFaults([3: .drop]))
    #expect(
      unheard.lines == ["1", "Android.total: the answer was lost", raised, "13"]
        && unheard.ledger.isBalanced
    )
    let twice = try run(script, faults: PageFaults([2: .duplicate]))
    #expect(twice.lines == ["1", "13", "40"] && twice.ledger.isBalanced)
    let reloaded = try run(script, faults: PageFaults([2: .reload]))
    #expect(reloaded.lines == ["1", "4", "13", "40", "121", "364"])
  }
}
