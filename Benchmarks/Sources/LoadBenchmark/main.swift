import BenchmarkKit
import KymoBench
import KymoCore
import KymoRecording
import KymoReport
import KymoSamples

//  the events of a walk ──▶ DeviceCatalog, back to back on one thread                      (--pace none)
//                      ╰──▶ generator ──▶ queue ──▶ DeviceCatalog, at the highest rate that keeps p99 ≤ 1 ms
//
// Both ways measure every event, and check how many there were. The highest rate is looked for within a round,
// between a quarter and one and a half times that of the other way, to 2 %.

let path = CommandLine.arguments.dropFirst().first ?? "Recordings/walk/session.mcap"
/// How long a step of the search lasts, in ns.
let duration: Int64 = 100_000_000
/// What the 99th percentile of the response time may be, in ns.
let objective: Int64 = 1_000_000

let file = try SessionFile(path: path)
let setup = AppSetup(file)
let app = try AppInstance(DeviceCatalog.self, setup: setup)
let workload = try Workload(file.events(app.routing.heard))

/// A table with handlers of its own.
func table() throws -> CommandTable {
  let app = try AppInstance(DeviceCatalog.self, setup: setup)
  return app.table
}

func configuration(_ warmUp: WarmUp) -> LoadConfiguration {
  var configuration = LoadConfiguration()
  configuration.warmUp = warmUp
  configuration.cores = .automatic(among: CoreAffinity.current()?.cores ?? [])
  return configuration
}

/// The rate at which the events are done back to back, in events/s.
func unpaced(_ count: Int) throws -> Double {
  let run = try LoadRun(
    workload,
    plan: .immediate(count: count),
    configuration: configuration(.events(0))
  )
  var sink = NoSink()
  let result = run.runUnpaced(table: try table(), sink: &sink)
  precondition(result.overall.count == Int64(count), "events were lost")
  return result.measured.rate
}

/// Whether a rate can be kept.
func keeps(_ rate: Double) throws -> Bool {
  let run = try LoadRun(
    workload,
    plan: .recorded(workload.timestamps, rate: rate, length: .nanoseconds(duration)),
    configuration: configuration(.share(0.2))
  )
  let result = run.run(table: try table())
  precondition(result.offered.count == run.plan.count, "events were lost")
  // What waits for a late generator counts: an overload shows in the response time, however short the step.
  guard let p99 = result.overall.response.p99 else { return false }
  return p99 <= objective
}

/// The highest rate that can be kept, as a share of another.
func highest(of rate: Double) throws -> Double {
  var low = 0.0
  var high = 1.5
  var share = 0.95
  while high - low > 0.02 * high {
    // The machine may stand still for a few ms at any time, whoever runs on it: once is enough.
    var isKept = false
    for _ in 0..<4 where !isKept { isKept = try keeps(share * rate) }
    if isKept { low = share } else { high = share }
    share = low == 0 ? high / 2 : (low + high) / 2
    if low == 0, high < 0.05 { break }
  }
  return low
}

print("\(workload.events.count) events of \(path), DeviceCatalog")
_ = try unpaced(500_000)
var shares: [Double] = []
var lines: [Double] = []
for round in 1...7 {
  let line = MachineState.lineNanoseconds()
  let rate = try unpaced(2_000_000)
  let share = try highest(of: rate)
  let again = try unpaced(2_000_000)
  // Between two looks at the other way, as the machine changes.
  shares.append(share * rate / ((rate + again) / 2))
  lines.append(line)
  print(
    "  round \(round): back to back \(Int(rate / 1e4)) and \(Int(again / 1e4)), paced "
      + "\(Int(share * rate / 1e4)) × 10,000 events/s; a line takes \(Int(line)) ns"
  )
}
let measure = "load run: the highest rate of a walk with p99 ≤ 1 ms"
let way = "generator, queue and dispatcher"
// At nine tenths of the rate of one thread, whether that is kept or not.
let back = try unpaced(2_000_000)
Measured(
  measure,
  of: way,
  to: ["the same events back to back on one thread"],
  values: shares,
  lines: lines,
  goal: .atLeast(0.9),
  profile: {
    WaySampler.profile(measure, of: way) {
      do { _ = try keeps(0.9 * back) } catch { preconditionFailure("the run failed: \(error)") }
      return 0
    }
  }
)
