import BenchmarkKit
import KymoBench
import KymoCore

//  events ──▶ dispatcher, one handler ──▶ nothing / a ledger that times all / a ledger that times 1 in 64
//
// What measuring takes of the dispatching thread. An event that comes alone costs two looks at the clock, one
// when it is taken up and one when it is done; those of a run share a look. Each way is checked by what it
// counted.

let count = 1_000_000
let sampleInterval = 64

let events = (0..<4096).map {
  Event(
    timestamp: Int64($0),
    sequence: UInt32($0),
    command: CommandID(rawValue: 1),
    source: .accelerometer,
    kind: .acceleration,
    payload: Payload(Acceleration(x: 0, y: 0, z: 9.81))
  )
}
// Every event was due before it is dispatched, as in a queue.
let plan = ArrivalPlan.immediate(count: count)
let clock = MonotonicClock()

func table() throws -> CommandTable {
  var map = CommandMap()
  map.business("accel", Handler())
  return try CommandTable(map)
}

/// Dispatches all events in runs of `length`, and returns the seconds.
func dispatch<Sink: OutcomeSink & ~Copyable>(
  _ dispatcher: inout Dispatcher<Sink>,
  inRunsOf length: Int
) -> Double {
  let arena = PayloadArena.empty
  let span = events.span
  let start = clock.now
  var first = 0
  for _ in 0..<count / length {
    dispatcher.dispatch(span.extracting(first..<first + length), arena: arena)
    first = (first + length) & (events.count - 1)
  }
  return Double(clock.now - start) * 1e-9
}

/// A run with a ledger that times one event in `interval`.
func measured(oneIn interval: Int, inRunsOf length: Int) throws -> Double {
  var configuration = LoadConfiguration()
  configuration.warmUp = .events(0)
  configuration.sampleInterval = interval
  let run = try LoadRun(Workload(events: events), plan: plan, configuration: configuration)
  let table = try table()
  var ledger = LatencyLedger(run, table: table, sink: NoSink(), clock: clock)
  ledger.begin()
  var dispatcher = Dispatcher(table: table, sink: ledger)
  let seconds = dispatch(&dispatcher, inRunsOf: length)
  let dispatched = count / length * length
  precondition(dispatcher.sink.countedCount == Int64(dispatched), "every event is counted")
  let timed = Double(dispatcher.sink.timedCount) * Double(interval) / Double(dispatched)
  precondition(interval == 1 ? timed == 1 : 0.95...1.05 ~= timed, "one in so many is timed")
  return seconds
}

/// The closure of a way, which cannot fail once the first run was made.
func way(oneIn interval: Int, inRunsOf length: Int) throws -> () -> Double {
  _ = try measured(oneIn: interval, inRunsOf: length)
  return { (try? measured(oneIn: interval, inRunsOf: length)) ?? .infinity }
}

print("reading the clock costs \(LoadPlatform.timerFloor(of: clock)) ns")
for length in [1, 16, 256] {
  var comparison = Comparison("an event in a run of \(length)", operations: count)
  let plain = try table()
  var dispatcher = Dispatcher(table: plain, sink: NoSink())
  comparison.add("not measured") { dispatch(&dispatcher, inRunsOf: length) }
  comparison.add("measured", try way(oneIn: 1, inRunsOf: length))
  comparison.add(
    "1 in \(sampleInterval) measured",
    try way(oneIn: sampleInterval, inRunsOf: length)
  )
  comparison.run(rounds: 11)
  comparison.difference(
    "measuring an event in a run of \(length)",
    of: "measured",
    from: "not measured",
    goal: .atMost(60)
  )
  comparison.difference(
    "measuring an event in a run of \(length)",
    of: "1 in \(sampleInterval) measured",
    from: "not measured",
    goal: .atMost(5)
  )
}
