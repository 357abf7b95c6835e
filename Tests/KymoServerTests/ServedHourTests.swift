import KymoCore
import KymoMCAP
import KymoRecording
import Testing

@testable import KymoServer

/// A session that is served for an hour of virtual time, whose dispatcher sleeps most of it.
@Suite("An hour of a server") struct ServedHourTests {
  /// Answers each sample, and says more ten seconds later.
  final class Minutes: App {
    static let name = "Minutes"

    init(_ setup: AppSetup) {}

    var map: CommandMap {
      var map = CommandMap()
      let later = map.raise("later")
      map.view("accel") { (exchange) throws(HandlerError) in
        try exchange.raise(later, at: exchange.event.timestamp + 10_000_000_000)
        return .proceed
      }
      map.view("later") { (exchange) throws(HandlerError) in
        try exchange.reply(text: "\(exchange.event.timestamp)")
        return .proceed
      }
      return map
    }
  }

  /// A clock on which sleeping takes no time, and clients that wake who sleeps: once a minute for an hour.
  ///
  /// Unchecked: the dispatching thread is the only one there is.
  final class Clients: SessionClock, @unchecked Sendable {
    private let clock = VirtualClock(startingAt: 1000)
    private var producer: EventQueue.Producer
    private let command: CommandID
    private var count: Int64 = 0
    private(set) var sleeps = 0

    init(_ producer: consuming EventQueue.Producer, _ command: CommandID) {
      self.producer = producer
      self.command = command
    }

    var now: Int64 { clock.now }

    func sleep(until deadline: Int64, unless gate: WakeGate) {
      sleeps += 1
      let arrival = 1000 + (count + 1) * 60_000_000_000
      guard count < 60 else {
        if deadline == .max { return producer.finish() }
        return clock.wait(until: deadline)
      }
      clock.wait(until: min(arrival, deadline))
      guard clock.now == arrival else { return }
      producer.push(
        Event(
          timestamp: 0,
          sequence: 0,
          command: command,
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(Acceleration(x: Double(count), y: 0, z: 9.81))
        )
      )
      count += 1
      gate.wake()
    }
  }

  @Test("A dispatcher sleeps through an hour, and wakes for clients and for what is due")
  func hour() throws {
    let queue = EventQueue(minimumCapacity: 16)
    let ring = TextRing<ServedOutcome>(minimumCapacity: 256, textBytes: 1 << 14)
    let app = try AppInstance(Minutes.self)
    let routing = app.routing
    let file = MCAPMemorySink()
    let run = RecordedRun(app, SessionDescription(origin: "a test"))
    var lane = ServerLane(
      queue.consumer,
      ServerPort(ring.producer),
      gate: WakeGate(),
      answers: WakeGate()
    )
    let recorder = try run.recorder(file)
    let maker = SessionMaker(run, table: app.table, recorder, telling: lane.takePort())
    var session = LiveSession(maker, lane)
    let clients = Clients(queue.producer, routing.accelerometer)
    session.run(clock: clients)
    #expect(clients.now == 1000 + 3_610_000_000_000)
    // Before each client, before what is due after it, and once to be told that nobody comes any more.
    #expect(clients.sleeps == 121)
    let result = try session.finish()

    var outcomes = ring.consumer
    var (times, later): ([Int64], [Int64]) = ([], [])
    let count = outcomes.visitAll { outcome, _, _ in
      if outcome.source == .device {
        later.append(outcome.timestamp)
      } else {
        times.append(outcome.timestamp)
      }
    }
    #expect(count == 120 && result.events == 120)
    #expect(times == (1...60).map { 1000 + $0 * 60_000_000_000 })
    #expect(later == times.map { $0 + 10_000_000_000 })

    let again = try AppInstance(Minutes.self)
    let events = try SessionFile(MCAPMemorySource(file.bytes)).events(again.routing)
    let replay = Replay.run(events, table: again.table, sink: NoSink())
    let digest = replay.digest.total
    #expect(digest == result.digest)
  }
}
