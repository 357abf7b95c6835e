import KymoBridge
import KymoCore
import KymoMCAP
import KymoRecording
import KymoScript
import Testing

/// A page that lives for an hour of virtual time, with a session.
@Suite("An hour of a page") final class PageHourTests {
  /// Answers each call of the page two seconds later.
  final class Minutes: App {
    static let name = "Minutes"

    init(_ setup: AppSetup) {}

    var map: CommandMap {
      var map = CommandMap()
      let later = map.raise("later")
      map.view("accel") { _ in .proceed }
      map.view("tick") { (exchange) throws(HandlerError) in
        try exchange.raise(later, at: exchange.event.timestamp + 2_000_000_000)
        return .proceed
      }
      map.view("later") { (exchange) throws(HandlerError) in
        try exchange.reply(text: "\(exchange.event.timestamp)")
        return .proceed
      }
      return map
    }
  }

  /// Sees nothing.
  final class Nobody: PageObserver {
    func page(says message: ConsoleMessage, at time: Int64) {}
    func page(asks dialog: WebDialog, at time: Int64) {}
    func page(thrown exception: ScriptException, at time: Int64) { Issue.record("\(exception)") }
    func page(lacks name: String, at place: String) {}
    func pageDidFinish(at time: Int64) {}
  }

  /// When which source had its outcomes.
  struct Times: OutcomeSink {
    var times: [SourceID: [Int64]] = [:]

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) { times[event.source, default: []].append(event.timestamp) }
  }

  private weak var last: PageLink?

  private static let second: Int64 = 1_000_000_000

  /// A sample every 30 seconds, from the first second on.
  private func session() throws -> SessionFile {
    let sink = MCAPMemorySink()
    let description = SessionDescription(origin: "a test")
    var maker = try SessionMaker(sink, AppInstance(Minutes.self), description)
    for index in 0..<120 as Range<Int64> {
      maker.append(
        Event(
          timestamp: (1 + 30 * index) * Self.second,
          sequence: 0,
          command: .unknown,
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(Acceleration(x: Double(index), y: 0, z: 9.81))
        )
      )
    }
    try maker.finish()
    return try SessionFile(MCAPMemorySource(sink.bytes))
  }

  private func link(_ instance: borrowing AppInstance, _ observer: Nobody) -> PageLink {
    PageLink(
      to: instance,
      clock: ScriptClock(now: 0),
      web: WebViewOptions(),
      observer: observer
    )
  }

  private func run(
    at speed: ReplaySpeed,
    _ clock: VirtualClock
  ) throws -> PageRun<Times>.Result {
    let instance = try AppInstance(Minutes.self)
    let observer = Nobody()
    let link = link(instance, observer)
    last = link
    let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    try link.load("/\(tests)/Scripts/pages/hour.js")
    var options = PageRunOptions()
    options.after = 29 * Self.second + 1
    options.speed = speed
    let events = try session().events(instance.routing)
    let run = PageRun(
      table: instance.table,
      link: link,
      sink: Times(),
      arenaBytes: events.arenaBytes,
      options: options
    )
    let result = run.run(events, from: 0, clock: clock)
    withExtendedLifetime(observer) {}
    return result
  }

  @Test("A page is run through an hour at the speed of life, in no time") func hour() throws {
    let clock = VirtualClock(startingAt: 77)
    let result = try run(at: .times(1), clock)
    #expect(!result.wasInterrupted && result.failure == nil)
    #expect(result.inputs == 120 && result.end == 3600 * Self.second + 1)
    let minutes = (1...60).map { Int64($0) * 60 * Self.second }
    // A call lies 1 ns after the timer that makes it; the last one's answer is dispatched in the end.
    #expect(result.sink.times[.page] == minutes.map { $0 + 1 })
    #expect(result.sink.times[.device] == minutes.map { $0 + 2 * Self.second + 1 })
    #expect(
      result.sink.times[.accelerometer] == (0..<120).map { (1 + 30 * Int64($0)) * Self.second }
    )
    // The time on the wall begins with the page; the last thing of all is its sixtieth minute.
    #expect(clock.now == 77 + 3600 * Self.second)
    #expect(last == nil, "the page goes with its run")
    let fast = try run(at: .maximum, VirtualClock())
    let (digest, other) = (result.digest, fast.digest)
    #expect(digest == other && digest.count == 240)
  }

  @Test("A page that is stopped in the middle of its hour says so") func stopped() throws {
    var asked: UInt64 = 0
    let instance = try AppInstance(Minutes.self)
    let observer = Nobody()
    let link = link(instance, observer)
    var options = PageRunOptions()
    options.speed = .times(1)
    let events = try session().events(instance.routing)
    let run = PageRun(
      table: instance.table,
      link: link,
      sink: Times(),
      arenaBytes: events.arenaBytes,
      options: options
    )
    let result = run.run(events, from: 0, clock: VirtualClock()) { inputs in
      asked = inputs
      return inputs == 60
    }
    #expect(result.wasInterrupted && result.inputs == 60 && asked == 60)
    #expect(result.end == (1 + 30 * 59) * Self.second)
    withExtendedLifetime(observer) {}
  }
}
