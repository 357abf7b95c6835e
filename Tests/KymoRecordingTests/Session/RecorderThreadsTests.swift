import KymoCore
import KymoMCAP
import KymoRecording
import Testing

/// The threads that compress and write what a recorder is told.
@Suite("Recorder, threads") struct RecorderThreadsTests {
  /// The bytes of a recording with a trace, of chunks that are full and of chunks that end with their time.
  static func bytes(threads: Int, _ compression: MCAPCompression) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var options = SessionWriter.Options()
    options.container.compression = compression
    options.container.chunkBytes = 20_000
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      commands: ["accel"],
      hasTrace: true,
      options: options
    )
    var recorder = Recorder(writer, hasTrace: true, threads: threads)
    for number in 0..<30_000 as Range<UInt32> {
      var event = RecorderTextTests.sample(number)
      // Quick at first, so that chunks are full; then slow, so that their time is over.
      event.timestamp = number < 20_000 ? Int64(number) : Int64(number) * 100_000_000
      let x = Double(number) * 0.37
      event.payload = Payload(Acceleration(x: x, y: -x, z: x * x))
      let outcome = Outcome(
        index: UInt64(number),
        status: .completed,
        replyKind: .acceleration,
        reply: number % 3 == 0 ? event.payload : Payload(Acceleration(x: x, y: x, z: 1))
      )
      recorder.record(
        event,
        outcome,
        digest: UInt64(number) &* 0x9E37_79B9_7F4A_7C15,
        message: RawSpan(),
        reply: RawSpan()
      )
    }
    let statistics = try recorder.finish(
      SessionResult(app: "", commands: ["accel"], digest: TraceDigest())
    )
    #expect(statistics.messageCount == 60_008, "an input and a step each, and 8 digests")
    return sink.bytes
  }

  @Test(
    "A recording is the same with any number of threads",
    arguments: [MCAPCompression.none, .lz4, .zstd]
  )
  func sameBytes(_ compression: MCAPCompression) throws {
    let alone = try Self.bytes(threads: 0, compression)
    for threads in [1, 2, 4] {
      #expect(try Self.bytes(threads: threads, compression) == alone, "\(threads) threads")
    }
  }

  @Test(
    "A full disk is seen while recording goes on, and said at the end",
    .timeLimit(.minutes(15))
  )
  func fullDisk() throws {
    let sink = MCAPMemorySink(limit: 100_000)
    let writer = try SessionWriter(
      sink,
      description: BridgeChannelTests.description(),
      hasTrace: false
    )
    var recorder = Recorder(writer, hasTrace: false)
    var number: UInt32 = 0
    while !recorder.hasFailed {
      recorder.record(RecorderTextTests.sample(number))
      number += 1
    }
    recorder.record(RecorderTextTests.sample(number))
    do throws(MCAPError) {
      _ = try recorder.finish(SessionResult(app: "", commands: [], digest: TraceDigest()))
      Issue.record("no error")
    } catch {
      guard case .system = error.kind else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(sink.bytes.count == 100_000)
  }
}
