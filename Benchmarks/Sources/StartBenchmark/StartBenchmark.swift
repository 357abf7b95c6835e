import BenchmarkKit
import Foundation
import KymoCore
import KymoMCAP
import KymoRecording
import KymoSynth
import StoragePeers

// A recording of 1 GiB, uncompressed and without a trace, from opening it to its first event.

let bytes = 1 << 30

/// The seconds that `body` takes.
func timed(_ body: () throws -> Void) -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  do { try body() } catch { preconditionFailure("\(error)") }
  return Double(clock.now - start) / 1e9
}

/// Writes samples until there are enough bytes, and returns how many chunks there are.
func write(to path: String) throws -> Int {
  var options = SessionWriter.Options()
  options.container.compression = .none
  var writer = try SessionWriter(
    MCAPFileSink(path: path),
    description: SessionDescription(origin: "benchmark"),
    hasTrace: false,
    options: options
  )
  var session = SyntheticSession(
    kind: .still,
    seed: 1,
    durationNanoseconds: 1 << 60,
    accelerometerHertz: 10_000
  )
  var sequence: UInt32 = 0
  while writer.bytesWritten < bytes, var event = session.next() {
    event.sequence = sequence
    sequence &+= 1
    try writer.append(event)
  }
  return Int(try writer.finish(nil).chunkCount)
}

@main struct StartBenchmark {
  static func main() throws {
    let folder = CommandLine.arguments.dropFirst().first ?? "/dev/shm"
    let path = "\(folder)/kymo-start-\(ProcessInfo.processInfo.processIdentifier).mcap"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let chunks = try write(to: path)
    var comparison = Comparison(
      "From opening a recording of 1 GiB to its first event",
      operations: 1
    )
    comparison.add("its summary in C") { StoragePeers.summary(path, chunks: chunks) }
    comparison.add("its first event") {
      timed {
        var map = CommandMap()
        map.view("accel") { _ in .proceed }
        var events = try SessionFile(path: path).events(CommandRouting(CommandTable(map)))
        let first = try events.next()
        precondition(first != nil, "there is no first event")
      }
    }
    comparison.run(rounds: 15)
    comparison.difference(
      "Start of a recording of 1 GiB",
      of: "its first event",
      from: "its summary in C",
      goal: .atMost(20e6)
    )
  }
}
