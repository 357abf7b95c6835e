import KymoMCAP
import Synchronization
import Testing

/// A summary of any size is written and read in pieces.
@Suite("Large summaries") struct MCAPLargeSummaryTests {
  /// Notes the most bytes that were written, or asked for, in one call.
  private final class Widest: MCAPByteSink, MCAPByteSource {
    let sink = MCAPMemorySink()
    let bytes: [UInt8]
    private let most = Atomic(0)

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    var count: Int { most.load(ordering: .relaxed) }
    var size: UInt64? { UInt64(bytes.count) }

    private func note(_ count: Int) { most.max(count, ordering: .relaxed) }

    func write(_ bytes: RawSpan) throws(MCAPError) {
      note(bytes.byteCount)
      try sink.write(bytes)
    }

    func synchronize() throws(MCAPError) {}

    func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
      note(output.freeCapacity)
      try MCAPMemorySource(bytes).read(at: offset, into: &output)
    }
  }

  /// Channels with long names, a message of each.
  private func write(_ count: Int, into sink: any MCAPByteSink) throws {
    var options = MCAPWriterOptions()
    options.chunkBytes = 64 << 10
    var writer = try MCAPWriter(sink, options: options)
    let name = String(repeating: "n", count: 4000)
    for number in 0..<count {
      let id = try writer.addChannel(topic: "/\(number)/\(name)", messageEncoding: "json")
      let data = Array("{}".utf8)
      try writer.append(
        MCAPMessage(channelID: id, sequence: 0, logTime: UInt64(number), publishTime: 0, data: data)
      )
    }
    _ = try writer.finish()
  }

  @Test("No more than a piece is in memory, whoever writes or reads it", arguments: [10, 1000])
  func pieces(count: Int) throws {
    let written = Widest()
    try write(count, into: written)
    #expect(written.count < 1 << 20 + 8 << 10)
    let bytes = written.sink.bytes
    #expect(bytes.count > count * 4000)

    let report = try MCAPChecker.check(MCAPMemorySource(bytes))
    #expect(report.findings.isEmpty && report.summaryChecksum == .matches)
    let read = Widest(bytes)
    let reader = try MCAPIndexedReader(read)
    #expect(!reader.wasScanned && reader.catalog.channels.count == count)
    #expect(read.count <= 256 << 10)

    let recovered = Widest()
    #expect(try MCAPRecovery.recover(read, into: recovered).isLossless)
    #expect(recovered.count < 1 << 20 + 8 << 10 && read.count <= 256 << 10)
    let copy = try MCAPIndexedReader(MCAPMemorySource(recovered.sink.bytes))
    #expect(!copy.wasScanned && copy.catalog == reader.catalog)
  }

  @Test("A damaged summary is found, wherever its damage is") func damage() throws {
    let sink = MCAPMemorySink()
    try write(300, into: sink)
    let summary = try #require(try MCAPIndexedReader(MCAPMemorySource(sink.bytes)).summary)
    let (start, end) = (Int(summary.footer.summaryStart), sink.bytes.count - 37)
    for place in [start + 20, (start + end) / 2, end - 5] {
      var bytes = sink.bytes
      bytes[place] ^= 1
      let problem = try MCAPIndexedReader(MCAPMemorySource(bytes)).problem
      #expect(problem?.kind == .checksum, "byte \(place)")
    }
  }
}
