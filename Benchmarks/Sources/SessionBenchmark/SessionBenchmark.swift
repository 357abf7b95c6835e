import BenchmarkKit
import CPeers
import Foundation
import KymoCore
import KymoDevice
import KymoRecording
import KymoMCAP

// record:  events in memory ─▶ Recorder ─ ring ─▶ SessionWriter ─▶ file
// replay:  file ─▶ SessionPlayer ─ ring ─▶ Dispatcher ─▶ Tracer ─▶ digest

let count = 4_000_000

/// Accelerometer samples at 1 kHz, the smallest messages there are.
let events: [Event] = SyntheticSession(
  kind: .still,
  seed: 1,
  durationNanoseconds: 1 << 50,
  accelerometerHertz: 1000,
  locationHertz: 0.001
).prefix(count + count / 1000).filter { (event: Event) in event.kind == .acceleration }
  .prefix(count).enumerated().map { index, event in
    var event = event
    event.sequence = UInt32(index)
    return event
  }

func record(to path: String, _ compression: MCAPCompression) -> Double {
  let clock = MonotonicClock()
  do {
    var options = SessionWriter.Options()
    options.container.compression = compression
    let writer = try SessionWriter(
      MCAPFileSink(path: path),
      description: SessionDescription(origin: "benchmark"),
      hasTrace: false,
      options: options
    )
    let start = clock.now
    var recorder = Recorder(writer, hasTrace: false)
    let outcome = Outcome(index: 0, status: .completed)
    for event in events {
      recorder.record(event, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
    }
    let result = SessionResult(app: "", commands: [], digest: TraceDigest())
    let statistics = try recorder.finish(result)
    let seconds = Double(clock.now - start) / 1e9
    precondition(statistics.messageCount == UInt64(count), "the recorder lost messages")
    return seconds
  } catch { preconditionFailure("\(error)") }
}

func replay(_ path: String, _ map: CommandMap, expect: UInt64?) -> (seconds: Double, digest: UInt64)
{
  let clock = MonotonicClock()
  do {
    let start = clock.now
    let file = try SessionFile(path: path)
    let table = try CommandTable(map)
    let events = try file.events(CommandRouting(table))
    let result = Replay.run(events, table: table, sink: NoSink())
    let seconds = Double(clock.now - start) / 1e9
    precondition(result.digest.count == UInt64(count), "the replay lost events")
    let digest = result.digest.total
    if let expect { precondition(digest == expect, "the digest differs") }
    return (seconds, digest)
  } catch { preconditionFailure("\(error)") }
}

/// The same number of bytes by plain system calls, in the same chunks: what the machine allows.
func plainWrite(to path: String, bytes: Int) -> Double {
  let clock = MonotonicClock()
  let chunk = [UInt8](repeating: 7, count: 1 << 20)
  do {
    let sink = try MCAPFileSink(path: path)
    let start = clock.now
    var left = bytes
    while left > 0 {
      try chunk.withRawSpan { span throws(MCAPError) in try sink.write(span) }
      left -= chunk.count
    }
    return Double(clock.now - start) / 1e9
  } catch { preconditionFailure("\(error)") }
}

@main struct SessionBenchmark {
  static func main() {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let path = "\(folder)/kymo-benchmark-\(ProcessInfo.processInfo.processIdentifier).mcap"
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = record(to: path, .none)
    let size =
      ((try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int) ?? 0
    print("\(count) accelerometer samples, \(size / count) bytes each in the file, in \(folder)")

    var recording = Comparison("Recording, samples", operations: count)
    recording.add("plain write of as many bytes") { plainWrite(to: path, bytes: size) }
    recording.add("Recorder, uncompressed") { record(to: path, .none) }
    recording.add("Recorder, uncompressed, to /dev/null") { record(to: "/dev/null", .none) }
    recording.add("Recorder, lz4") { record(to: path, .lz4) }
    recording.add("Recorder, zstd") { record(to: path, .zstd) }
    recording.run()
    recording.speed(
      "Recorder, uncompressed",
      of: "Recorder, uncompressed",
      to: ["plain write of as many bytes"]
    )

    _ = record(to: path, .none)
    var reply = CommandMap()
    reply.view("accel", AccelerationReply())
    let plain = replay(path, reply, expect: nil).digest
    let full = replay(path, DeviceCatalog.makeMap(), expect: nil).digest
    var replaying = Comparison("Replaying, file to digest, events", operations: count)
    replaying.add("one handler that replies") { replay(path, reply, expect: plain).seconds }
    replaying.add("DeviceCatalog's accel, four handlers") {
      replay(path, DeviceCatalog.makeMap(), expect: full).seconds
    }
    replaying.run()
  }
}

/// The smallest handler with something to show: it replies with the sample.
final class AccelerationReply: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    exchange.reply(exchange.event.payload.acceleration)
    return .proceed
  }
}
