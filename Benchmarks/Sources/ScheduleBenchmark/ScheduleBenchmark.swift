import KymoBench
import KymoCore

//  plan: 100,000 events/s for 10 s ──▶ generator ──▶ queue ──▶ dispatcher, which looks at the clock
//
// How late each event is against its place in the plan, in the first second and in the last. Both contain the
// same way through the queue, so that the difference of their medians is what the schedule drifted; the plan
// is checked against whole numbers. Nothing here fails on a busy machine: it prints what it saw.

/// How many events are offered per second.
let rate = 100_000
/// For how many seconds.
let seconds = 10

/// Notes by how much each event of the first and of the last second is behind the plan.
struct LatenessLog: OutcomeSink, ~Copyable {
  let clock = MonotonicClock()
  let offsets: [Int64]
  var first: [Int64] = []
  var last: [Int64] = []
  var place = 0

  init(_ plan: ArrivalPlan) {
    offsets = Array(plan)
    first.reserveCapacity(rate)
    last.reserveCapacity(rate)
  }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if place < rate {
      first.append(clock.now - offsets[place])
    } else if place >= offsets.count - rate {
      last.append(clock.now - offsets[place])
    }
    place += 1
  }
}

/// The value that a share of `times` does not exceed.
func quantile(_ share: Double, of times: [Int64]) -> Int64 {
  let sorted = times.sorted()
  return sorted[min(sorted.count - 1, Int(share * Double(sorted.count)))]
}

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
var log = LatenessLog(plan)
let result = run.run(table: try CommandTable(map), sink: &log)

func text(_ value: Int64?) -> String { value.map { "\($0) ns" } ?? "-" }
print("plan          \(plan.count) events, event n at n · 10,000 ns exactly")
print(
  "start error   p50 \(text(result.offered.slip.p50)), p90 \(text(result.offered.slip.p90)), "
    + "p99 \(text(result.offered.slip.p99)), p99.9 \(text(result.offered.slip.p999)), max \(result.offered.slip.max) ns"
)
for (name, share) in [("p1", 0.01), ("p50", 0.5)] {
  let drift = quantile(share, of: log.last) - quantile(share, of: log.first)
  print("drift of \(name)\t\(drift) ns from the first second to the last")
}
for reason in result.reasons { print("INVALID       \(reason)") }
