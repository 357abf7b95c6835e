import BenchmarkKit
import KymoCore
import KymoProfile
import KymoRecording

//  events ──▶ dispatcher, three stages ──▶ digests
//                 ▲
//       nobody / a sampler at 1 kHz / the same, and a sink that says which handler runs
//
// What looking at a thread takes of it. A run takes 0.4 s, so that four hundred samples fall into it; the ways
// alternate, in many short rounds, since the machine changes its state within seconds. Each is checked by its digest, and the sampled ones by how many samples came.

/// Scales a sample.
final class Scale: Handler {
  private var sum = 0.0

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let value = exchange.event.payload.acceleration
    sum += (value.x * value.x + value.y * value.y + value.z * value.z).squareRoot()
    return .proceed
  }
}

let events = (0..<4096).map {
  Event(
    timestamp: Int64($0),
    sequence: UInt32($0),
    command: CommandID(rawValue: 1),
    source: .accelerometer,
    kind: .acceleration,
    payload: Payload(Acceleration(x: Double($0), y: 0, z: 9.81))
  )
}
let clock = MonotonicClock()
/// How often a thread is looked at, in times a second.
let frequency = 1003

func map() -> CommandMap {
  var map = CommandMap()
  map.validate("accel", Scale())
  map.business("accel", Scale())
  map.view("accel", Scale())
  return map
}

/// Dispatches the events again and again, `passes` times; the seconds, and the digest.
func dispatch(
  passes: Int,
  _ look: () -> Void = {}
) throws -> (seconds: Double, digest: UInt64) {
  dispatch(try CommandTable(map()), NoSink(), passes: passes, look)
}

func dispatch<Sink: OutcomeSink & ~Copyable>(
  _ table: consuming CommandTable,
  _ sink: consuming Sink,
  passes: Int,
  _ look: () -> Void
) -> (seconds: Double, digest: UInt64) {
  var dispatcher = Dispatcher(table: table, sink: Tracer(sink))
  let arena = PayloadArena.empty
  let start = clock.now
  for _ in 0..<passes {
    dispatcher.dispatch(events.span, arena: arena)
    look()
  }
  return (Double(clock.now - start) * 1e-9, dispatcher.takeSink().digest.total)
}

/// The same while a sampler looks.
func sampled(passes: Int, isLabelled: Bool) throws -> (seconds: Double, digest: UInt64) {
  let labels = SampleLabels()
  let sampler = Sampler(SamplerOptions(frequency: frequency))
  let start = clock.now
  try sampler.addCurrent(named: "dispatcher", saying: isLabelled ? labels : nil)
  let result: (seconds: Double, digest: UInt64)
  if isLabelled {
    let table = try CommandTable(map())
    let sink = LabelledSink(NoSink(), labels, table)
    result = dispatch(table, sink, passes: passes) { sampler.drainIfNeeded() }
  } else {
    result = try dispatch(passes: passes) { sampler.drainIfNeeded() }
  }
  sampler.stop()
  let seconds = Double(clock.now - start) * 1e-9
  var profile = Profile(name: "benchmark", exporter: "benchmark")
  profile.add(sampler) { "\($0)" }
  let count = profile.samples.reduce(0) { $0 + $1.count }
  precondition(Double(count) > 0.8 * seconds * Double(frequency), "only \(count) samples came")
  return (result.seconds, result.digest)
}

// A run is to take 0.4 s, as fast as the machine is now.
let trial = try dispatch(passes: 2000)
let passes = max(500, Int(2000 * 0.4 / trial.seconds))
let expected = try dispatch(passes: passes).digest

func checked(_ run: () throws -> (seconds: Double, digest: UInt64)) -> Double {
  guard let result = try? run() else { preconditionFailure("the run failed") }
  precondition(result.digest == expected, "another digest")
  return result.seconds
}

var comparison = Comparison(
  "a thread that dispatches, three stages and digests",
  operations: passes * events.count
)
comparison.add("nobody looks") { checked { try dispatch(passes: passes) } }
comparison.add("a sampler at 1 kHz") {
  checked { try sampled(passes: passes, isLabelled: false) }
}
comparison.add("a sampler at 1 kHz, with labels") {
  checked { try sampled(passes: passes, isLabelled: true) }
}
comparison.run(rounds: 31)
comparison.cost(
  "sampling at 1 kHz",
  of: "a sampler at 1 kHz",
  to: ["nobody looks"],
  goal: .atMost(1.05)
)
comparison.cost(
  "sampling at 1 kHz, with a label at each handler",
  of: "a sampler at 1 kHz, with labels",
  to: ["nobody looks"],
  goal: .atMost(1.05)
)
