import KymoMCAP
import KymoTestSupport
import Synchronization
import Testing

/// Chunks that threads compress and write.
@Suite("MCAP writer, threads") struct MCAPThreadsTests {
  /// The bytes of a session of many small chunks, some of its messages apart.
  static func bytes(
    _ compression: MCAPCompression,
    threads: Int,
    into sink: MCAPMemorySink = MCAPMemorySink()
  ) throws(MCAPError) -> [UInt8] {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 2000
    var writer = try MCAPWriter(sink, options: options)
    writer.writeInBackground(threads: threads)
    let session = MCAPSample(seed: 11, messages: 6000)
    try writer.register(
      MCAPChannel(id: 9, schemaID: 0, topic: "/apart", messageEncoding: ""),
      apart: true
    )
    try session.append(to: &writer)
    for index in 0..<6000 as Range<UInt64> {
      let message = session.messages[Int(index)]
      try message.data.withRawSpan { (data) throws(MCAPError) in
        try writer.appendMessage(
          channel: index % 3 == 0 ? 9 : message.channelID,
          sequence: 0,
          logTime: index,
          publishTime: index,
          apart: index % 3 == 0,
          data: data
        )
      }
      if index % 1000 == 999 { try writer.closeChunks() }
    }
    _ = try writer.finish()
    return sink.bytes
  }

  @Test(
    "The file is the same with any number of threads",
    arguments: [MCAPCompression.none, .lz4, .zstd]
  )
  func sameBytes(_ compression: MCAPCompression) throws {
    let alone = try Self.bytes(compression, threads: 0)
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(alone))
    #expect(scan.ending == .complete && scan.segments.count > 200)
    #expect(scan.summary?.statistics?.messageCount == 12_000)
    for threads in [1, 2, 5] {
      #expect(try Self.bytes(compression, threads: threads) == alone, "\(threads) threads")
    }
  }

  @Test(
    "A disk that is full leaves whole chunks behind, the same as without threads",
    arguments: [1, 3]
  )
  func fullDisk(_ threads: Int) throws {
    let whole = try Self.bytes(.lz4, threads: 0)
    let sink = MCAPMemorySink(limit: whole.count / 2)
    let error = #expect(throws: MCAPError.self) {
      _ = try Self.bytes(.lz4, threads: threads, into: sink)
    }
    guard case .system? = error?.kind else {
      Issue.record("\(error?.message ?? "no error")")
      return
    }
    let alone = MCAPMemorySink(limit: whole.count / 2)
    #expect(throws: MCAPError.self) { _ = try Self.bytes(.lz4, threads: 0, into: alone) }
    #expect(sink.bytes == alone.bytes)
    #expect(whole.starts(with: sink.bytes))
  }

  @Test("A writer that is let go of writes what it has closed", .timeLimit(.minutes(15)))
  func letGo() throws {
    let sink = MCAPMemorySink()
    do {
      var writer = try MCAPWriter(sink)
      writer.writeInBackground(threads: 2)
      let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
      let message = MCAPMessage(
        channelID: channel,
        sequence: 1,
        logTime: 2,
        publishTime: 2,
        data: [3]
      )
      try writer.append(message)
      try writer.closeChunks()
      try writer.append(message)
    }
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    #expect(scan.segments.count == 1, "the chunk that was open is lost, and no other")
  }

  /// A sink that holds up whoever writes until it is opened.
  final class Gate: MCAPByteSink, Sendable {
    private let isOpen = Atomic(true)
    private let bytes = Atomic(0)

    var count: Int { bytes.load(ordering: .acquiring) }
    func close() { isOpen.store(false, ordering: .releasing) }
    func open() { isOpen.store(true, ordering: .releasing) }

    func write(_ span: RawSpan) throws(MCAPError) {
      while !isOpen.load(ordering: .acquiring) {}
      bytes.wrappingAdd(span.byteCount, ordering: .releasing)
    }

    func synchronize() throws(MCAPError) {}
  }

  @Test(
    "A slow disk holds up a bounded number of chunks, and metadata comes behind all of them",
    .timeLimit(.minutes(15))
  )
  func bounded() throws {
    let gate = Gate()
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 100
    var writer = try MCAPWriter(gate, options: options)
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    try writer.flush()
    writer.writeInBackground(threads: 2)
    guard let threads = writer.threads else {
      Issue.record("there are no threads")
      return
    }
    let free = threads.freeChunks
    #expect(free >= 2)
    gate.close()
    let before = gate.count
    for index in 0..<UInt64(free) {
      let data = [UInt8](repeating: UInt8(index), count: 150)
      try writer.append(
        MCAPMessage(channelID: channel, sequence: 0, logTime: index, publishTime: index, data: data)
      )
      try writer.closeChunks()
    }
    #expect(threads.freeChunks == 0)
    #expect(gate.count == before)
    gate.open()
    try writer.append(MCAPMetadata(name: "behind", metadata: [:]))
    #expect(threads.freeChunks == free && gate.count > before + free * 150)
    let statistics = try writer.finish()
    #expect(statistics.chunkCount == UInt32(free) + 1 && statistics.messageCount == UInt64(free))
  }

  @Test("Samples come out of zstd as small as at level 3")
  func level() throws {
    var sizes: [Int] = []
    for level in [0, 3] {
      var options = MCAPWriterOptions(compression: .zstd)
      options.compressionLevel = level
      options.messageIndex = false
      let sink = MCAPMemorySink()
      var writer = try MCAPWriter(sink, options: options)
      let channel = try writer.addChannel(topic: "/a", messageEncoding: "cdr")
      var random = SeededRandom(seed: 5)
      for index in 0..<40_000 as Range<UInt64> {
        var data: [UInt8] = [0, 1, 0, 0]
        for _ in 0..<3 {
          let value = Double.random(in: 0..<8, using: &random).bitPattern
          for shift in 0..<8 as Range<UInt64> {
            data.append(UInt8(truncatingIfNeeded: value >> (8 * shift)))
          }
        }
        let time =
          1_000_000_000 + index * 10_000_000 + UInt64.random(in: 0..<1_000_000, using: &random)
        try writer.append(
          MCAPMessage(
            channelID: channel,
            sequence: UInt32(index),
            logTime: time,
            publishTime: time,
            data: data
          )
        )
      }
      _ = try writer.finish()
      sizes.append(sink.bytes.count)
    }
    #expect(Double(sizes[0]) < 1.02 * Double(sizes[1]), "\(sizes)")
  }
}
