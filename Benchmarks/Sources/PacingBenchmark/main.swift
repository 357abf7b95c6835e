import BenchmarkKit
import CPeers
import Foundation
import KymoCore
import KymoHistogram
import KymoMCAP
import KymoRecording
import KymoSamples
import Synchronization

//  recording, 1,000 events/s ──▶ Replay at 1x ──▶ ring ──▶ dispatcher, which parks ──▶ how late is it?
//  a loop in C ──▶ clock_nanosleep until each is due ─────────────────────────────────▶ how late is it?
//
// Late is counted from when an event is due by the schedule of the replay until its handlers are done, which is
// as late as an app is that is replayed; and until it is pushed, which is as late as the schedule is.

/// How many events a second.
let rate: Int64 = 1000
/// How many events a run has.
let count = 1000

/// The machine's clock, which keeps the first deadline that somebody waited for: that of the second event.
final class DeadlineClock: NanosecondClock {
  let first = Atomic(Int64.min)
  var now: Int64 { MonotonicClock().now }

  func wait(until deadline: Int64) {
    _ = first.compareExchange(expected: .min, desired: deadline, ordering: .relaxed)
    MonotonicClock().wait(until: deadline)
  }
}

/// Notes when each event was done.
struct DoneLog: OutcomeSink, ~Copyable {
  let done: Times

  /// The times, which outlive the replay.
  final class Times {
    var list: [(timestamp: Int64, done: Int64)] = []
  }

  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    done.list.append((event.timestamp, MonotonicClock().now))
  }
}

/// A recording of samples that are 1 ms apart.
func record(to path: String) throws {
  let writer = try SessionWriter(
    MCAPFileSink(path: path),
    description: SessionDescription(origin: "benchmark"),
    hasTrace: false,
    options: SessionWriter.Options()
  )
  var recorder = Recorder(writer, hasTrace: false)
  for number in 0..<count {
    let event = Event(
      timestamp: Int64(number) * 1_000_000_000 / rate,
      sequence: UInt32(number),
      command: CommandID(rawValue: 1),
      source: .accelerometer,
      kind: .acceleration,
      payload: Payload(Acceleration(x: 0, y: 0, z: 9.81))
    )
    let outcome = Outcome(index: 0, status: .completed)
    recorder.record(event, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
  }
  _ = try recorder.finish(SessionResult(app: "", commands: [], digest: TraceDigest()))
}

/// The 99th percentiles of how late a replay dispatched, and of how late it pushed, in ns.
func replay(_ path: String) throws -> (dispatched: Int64, pushed: Int64) {
  let file = try SessionFile(path: path)
  let app = try AppInstance(DeviceCatalog.self, setup: AppSetup(file))
  let clock = DeadlineClock()
  let times = DoneLog.Times()
  times.list.reserveCapacity(count)
  var options = ReplayOptions()
  options.speed = .times(1)
  options.clock = clock
  let result = Replay.run(
    try file.events(app.routing),
    table: app.table,
    sink: DoneLog(done: times),
    options: options
  )
  precondition(times.list.count == count, "the replay lost events")
  let start = clock.first.load(ordering: .relaxed) - times.list[1].timestamp
  let late = times.list.map { $0.done - $0.timestamp - start }
  precondition(late.dropFirst().allSatisfy { $0 >= 0 }, "an event was done before it was due")
  return (percentile(99, of: late), result.lateness.value(atPercentile: 99))
}

/// The 99th percentile of how late the loop in C is, in ns.
func sleeping() -> Int64 {
  var late = [Int64](repeating: 0, count: count)
  unsafe peers_nanosleep_lateness(1_000_000_000 / rate, UInt64(count), &late)
  return percentile(99, of: late)
}

/// The value that so many percent do not exceed.
func percentile(_ percent: Int, of times: [Int64]) -> Int64 {
  times.sorted()[min(times.count - 1, times.count * percent / 100)]
}

let path = "/dev/shm/kymo-pacing-\(ProcessInfo.processInfo.processIdentifier).mcap"
defer { try? FileManager.default.removeItem(atPath: path) }
try record(to: path)
var rounds: [(dispatched: Int64, pushed: Int64, peer: Int64)] = []
var lines: [Double] = []
for _ in 0..<21 {
  lines.append(MachineState.lineNanoseconds())
  let own = try replay(path)
  rounds.append((own.dispatched, own.pushed, sleeping()))
}
print("lateness at \(rate) events/s, p99 of \(count) events, \(rounds.count) rounds, alternating")
for round in rounds {
  print(
    "  handlers done \(round.dispatched) ns, pushed \(round.pushed) ns, clock_nanosleep \(round.peer) ns"
  )
}
let peer = "clock_nanosleep in a loop in C"
Measured(
  "pacing at 1x, lateness p99 at 1,000 events/s",
  of: "until its handlers are done, parked",
  to: [peer],
  values: rounds.map { Double($0.dispatched) / Double($0.peer) },
  lines: lines,
  goal: .atMost(1.3)
)
Measured(
  "pacing at 1x, lateness p99 at 1,000 events/s",
  of: "until it is pushed",
  to: [peer],
  values: rounds.map { Double($0.pushed) / Double($0.peer) },
  lines: lines,
  goal: .none
)
