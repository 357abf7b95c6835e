import Foundation
import KymoBench
import KymoCore
import KymoMCAP
import KymoRecording

/// What is done in a process of its own, so that its memory is known.
enum ScaleWork: String, Codable, CaseIterable {
  /// A recording of so many events is written, with lz4.
  case record
  /// It is replayed to its digest.
  case replay
  /// So many events are dispatched back to back, as by `kymo bench --pace none`.
  case load
  /// So many events per second are sent at their times for so many seconds.
  case paced
  /// Events of so many sources that take turns are merged into one order.
  case sources
  /// Events of so many commands in random order are dispatched.
  case commands

  /// How many events there are where something else grows.
  static let events = 2_000_000
  /// The rate of a load that lasts, in events/s.
  static let rate = 1_000_000.0

  /// Does it; returns the seconds that it took, and the bytes of the file, if there is one.
  func run(_ size: Int, _ path: String) throws -> (seconds: Double, bytes: Int) {
    switch self {
    case .record: try Self.record(size, path)
    case .replay: (try Self.replay(size, path), 0)
    case .load: (try Self.load(size), 0)
    case .paced: (try Self.paced(size), 0)
    case .sources: (try Self.merge(size), 0)
    case .commands: (try Self.dispatch(size), 0)
    }
  }

  private static func sample(_ number: Int) -> Event {
    Event(
      timestamp: Int64(number) * 1_000_000,
      sequence: UInt32(truncatingIfNeeded: number),
      command: CommandID(rawValue: 1),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(
        Acceleration(x: Double(number % 97) / 7, y: Double(number % 89) / 3, z: 9.81)
      )
    )
  }

  private static func seconds(since start: Int64) -> Double {
    Double(MonotonicClock().now - start) / 1e9
  }

  private static func record(_ count: Int, _ path: String) throws -> (Double, Int) {
    let start = MonotonicClock().now
    var options = SessionWriter.Options()
    options.container.compression = .lz4
    var recorder = Recorder(
      try SessionWriter(
        MCAPFileSink(path: path),
        description: SessionDescription(origin: "scale"),
        hasTrace: false,
        options: options
      ),
      hasTrace: false
    )
    let outcome = Outcome(index: 0, status: .completed)
    for number in 0..<count {
      recorder.record(
        sample(number),
        outcome,
        digest: 0,
        message: RawSpan(),
        reply: RawSpan()
      )
    }
    let statistics = try recorder.finish(
      SessionResult(app: "", commands: [], digest: TraceDigest())
    )
    precondition(statistics.messageCount == UInt64(count), "the recorder lost events")
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return (seconds(since: start), size ?? 0)
  }

  private static func replay(_ count: Int, _ path: String) throws -> Double {
    let start = MonotonicClock().now
    var map = CommandMap()
    map.business("accel", Handler())
    let table = try CommandTable(map)
    let events = try SessionFile(path: path).events(CommandRouting(table))
    let result = Replay.run(events, table: table, sink: NoSink())
    precondition(result.digest.count == UInt64(count), "the replay lost events")
    return seconds(since: start)
  }

  private static func workload() throws -> Workload {
    try Workload(events: (0..<10_000).map(sample))
  }

  private static func table(_ count: Int = 1) throws -> CommandTable {
    var map = CommandMap()
    for number in 0..<count { map.business(count == 1 ? "accel" : "command\(number)", Handler()) }
    return try CommandTable(map)
  }

  private static func load(_ count: Int) throws -> Double {
    let start = MonotonicClock().now
    let run = try LoadRun(workload(), plan: .immediate(count: count))
    var sink = NoSink()
    let result = run.runUnpaced(table: try table(), sink: &sink)
    precondition(result.offered.count == count, "events were lost")
    return seconds(since: start)
  }

  private static func paced(_ duration: Int) throws -> Double {
    let start = MonotonicClock().now
    var configuration = LoadConfiguration()
    configuration.cores = .automatic(among: CoreAffinity.current()?.cores ?? [])
    let run = try LoadRun(
      workload(),
      plan: .poisson(rate: rate, seed: 1, length: .nanoseconds(Int64(duration) * 1_000_000_000)),
      configuration: configuration
    )
    let result = run.run(table: try table())
    precondition(result.offered.count == result.offered.plannedCount, "events were lost")
    return seconds(since: start)
  }

  private static func merge(_ count: Int) throws -> Double {
    var pipeline = Pipeline(table: try table(), sink: NoSink())
    let boxes = (0..<count).map { _ in HandOver(pipeline.addLane(minimumCapacity: 512)) }
    let start = MonotonicClock().now
    var next = 0
    while next < events {
      // Each source has a run of events; those of all sources take turns, one by one.
      let length = min(256, max(1, (events - next) / count))
      for (source, box) in boxes.enumerated() {
        var producer = box.take()
        for place in 0..<length {
          var event = sample(next + place * count + source)
          event.source = SourceID(rawValue: UInt8(16 + source))
          producer.push(event)
        }
        box.put(producer)
      }
      next += length * count
      var progress = Sequencer.Progress.dispatched(0)
      while case .dispatched = progress { progress = pipeline.step() }
    }
    for box in boxes {
      var producer = box.take()
      producer.finish()
      box.put(producer)
    }
    pipeline.run()
    precondition(pipeline.dispatchedCount == UInt64(next), "events were lost")
    return seconds(since: start)
  }

  private static func dispatch(_ count: Int) throws -> Double {
    var random = SplitMix64(seed: 1)
    let list = (0..<65_536).map { number in
      var event = sample(number)
      event.command = CommandID(rawValue: UInt16(1 + random.next() % UInt64(count)))
      return event
    }
    let start = MonotonicClock().now
    var dispatcher = Dispatcher(table: try table(count), sink: NoSink())
    let arena = PayloadArena.empty
    var done = 0
    while done < events {
      dispatcher.dispatch(list.span, arena: arena)
      done += list.count
    }
    precondition(dispatcher.dispatchedCount == UInt64(done), "events were lost")
    return seconds(since: start)
  }
}
