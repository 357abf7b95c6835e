import Foundation
import KymoCore
import KymoMCAP
import KymoRecording
import StoragePeers

/// A sink that takes everything and keeps nothing.
final class NowhereSink: MCAPByteSink {
  func write(_ bytes: RawSpan) throws(MCAPError) {}
  func synchronize() throws(MCAPError) {}
}

/// The seconds that `body` takes.
func timed(_ body: () throws -> Void) -> Double {
  let clock = MonotonicClock()
  let start = clock.now
  do { try body() } catch { preconditionFailure("\(error)") }
  return Double(clock.now - start) / 1e9
}

/// Records samples on threads of the recorder's own; nowhere if there is no path.
func record(_ events: [Event], to path: String?, _ compression: MCAPCompression) -> Double {
  timed {
    var options = SessionWriter.Options()
    options.container.compression = compression
    let writer = try SessionWriter(
      path.map { try MCAPFileSink(path: $0) } ?? NowhereSink(),
      description: SessionDescription(origin: "benchmark"),
      hasTrace: false,
      options: options
    )
    var recorder = Recorder(writer, hasTrace: false)
    let outcome = Outcome(index: 0, status: .completed)
    for event in events {
      recorder.record(event, outcome, digest: 0, message: RawSpan(), reply: RawSpan())
    }
    let statistics = try recorder.finish(
      SessionResult(app: "", commands: [], digest: TraceDigest())
    )
    precondition(statistics.messageCount >= UInt64(events.count), "the recorder lost messages")
  }
}

/// Writes the messages of samples into a container.
func write(
  _ events: [Event],
  to path: String,
  threads: Int,
  _ compression: MCAPCompression = .none
) -> Double {
  timed {
    let options = MCAPWriterOptions(compression: compression)
    var writer = try MCAPWriter(MCAPFileSink(path: path), options: options)
    let channel = try writer.addChannel(topic: "/accelerometer", messageEncoding: "cdr")
    writer.writeInBackground(threads: threads)
    for event in events {
      let (payload, time) = (event.payload, UInt64(event.timestamp))
      try writer.appendMessage(
        channel: channel,
        sequence: event.sequence,
        logTime: time,
        publishTime: time,
        dataLength: 28
      ) { body in
        unsafe body.append(UInt32(0x100), as: UInt32.self)
        unsafe body.append(payload.word0, as: UInt64.self)
        unsafe body.append(payload.word1, as: UInt64.self)
        unsafe body.append(payload.word2, as: UInt64.self)
      }
    }
    let statistics = try writer.finish()
    precondition(statistics.messageCount == UInt64(events.count), "the writer lost messages")
  }
}

/// Looks at every event, and does nothing with it.
func walk(_ events: [Event]) -> Double {
  var sum: UInt64 = 0
  let seconds = timed {
    for event in events { sum = (sum &+ event.payload.word0) &* 0x9E37_79B9_7F4A_7C15 }
  }
  precondition(sum != 0)
  return seconds
}

/// The bytes of an uncompressed file, and where the records of its chunks lie.
func chunks(of path: String) -> (bytes: [UInt8], blocks: [StoragePeers.Block]) {
  do {
    let reader = try MCAPIndexedReader(MCAPFileSource(path: path))
    let blocks = reader.segments.map {
      StoragePeers.block(at: Int($0.recordsOffset), size: Int($0.compressedSize))
    }
    return ([UInt8](try Data(contentsOf: URL(fileURLWithPath: path))), blocks)
  } catch { preconditionFailure("\(error)") }
}
