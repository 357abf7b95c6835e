import BenchmarkKit
import KymoBench
import KymoCore

//  plan: 100,000 events/s for 2 s ──▶ generator ──▶ queue ──▶ dispatcher, which looks at the clock
//
// How late each event is against its place in the plan, in the first half second and in the last. Both contain the
// same way through the queue, so that the difference of their medians is what the schedule drifted; the plan
// is checked against whole numbers. Nothing here fails on a busy machine: it prints what it saw.

/// How many events are offered per second.
let rate = 100_000
/// For how many seconds.
let seconds = 2
/// How many events the first and the last half second have.
let part = rate / 2

/// Notes by how much each event of the first and of the last half second is behind the plan.
struct LatenessLog: OutcomeSink, ~Copyable {
  let clock = MonotonicClock()
  let offsets: [Int64]
  var first: [Int64] = []
  var last: [Int64] = []
  var place = 0

  init(_ plan: ArrivalPlan) {
    offsets = Array(plan)
    first.reserveCapacity(part)
    last.reserveCapacity(part)
  }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if place < part {
      first.append(clock.now - offsets[place])
    } else if place >= offsets.count - part {
      last.append(clock.now - offsets[place])
    }
    place += 1
  }
}

/// The median of some times.
func median(_ times: [Int64]) -> Int64 { times.sorted()[times.count / 2] }

let plan = try ArrivalPlan.constant(
  rate: Double(rate),
  length: .nanoseconds(Int64(seconds) * 1_000_000_000)
)
precondition(plan.count == rate * seconds, "the plan has every event")
for (index, offset) in plan.enumerated() {
  precondition(offset == Int64(index) * 10_000, "the plan does not drift")
}

var map = CommandMap()
map.business("accel", Handler())
let events = (0..<100).map {
  Event(
    timestamp: Int64($0),
    sequence: UInt32($0),
    command: CommandID(rawValue: 1),
    source: .accelerometer,
    kind: .acceleration,
    payload: Payload(Acceleration(x: 0, y: 0, z: 9.81))
  )
}
var configuration = LoadConfiguration()
configuration.warmUp = .events(0)
configuration.cores = .automatic(among: CoreAffinity.current()?.cores ?? [])
let run = try LoadRun(Workload(events: events), plan: plan, configuration: configuration)
print("plan  \(plan.count) events, event n at n · 10,000 ns exactly")

var late: [Double] = []
var drifts: [Double] = []
var lines: [Double] = []
for _ in 0..<7 {
  lines.append(MachineState.lineNanoseconds())
  var log = LatenessLog(plan)
  let result = run.run(table: try CommandTable(map), sink: &log)
  let slip = result.offered.slip
  late.append(Double(slip.p50 ?? 0))
  drifts.append(Double(median(log.last) - median(log.first)))
  print(
    "  start error p50 \(slip.p50 ?? 0) ns, p99 \(slip.p99 ?? 0) ns, max \(slip.max) ns; "
      + "drift of the median \(Int(drifts[drifts.count - 1])) ns"
  )
  for reason in result.reasons { print("  INVALID: \(reason)") }
}
Measured(
  "start of an event, 100,000 a second",
  of: "p50 late",
  to: [],
  unit: "ns",
  values: late,
  lines: lines,
  goal: .none
)
Measured(
  "start of an event, 100,000 a second",
  of: "drift of the median from the first half second to the last",
  to: [],
  unit: "ns",
  values: drifts,
  lines: lines,
  goal: .none
)
