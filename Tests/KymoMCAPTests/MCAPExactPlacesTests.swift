@testable import KymoMCAP
import Synchronization
import Testing

/// Places that are off by one byte, and calls that are made or not, which nothing else shows.
@Suite("Exact places") struct MCAPExactPlacesTests {
  private static let channel = MCAPChannel(id: 1, schemaID: 0, topic: "/a", messageEncoding: "")

  private static func message(_ number: UInt32, _ data: [UInt8] = [1, 2, 3]) -> MCAPRecord {
    let time = UInt64(number)
    return .message(
      MCAPMessage(channelID: 1, sequence: number, logTime: time, publishTime: time, data: data)
    )
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = MCAPChecksum()
    bytes.withRawSpan { sum.update($0) }
    return sum.value
  }

  private static func chunk(_ records: [UInt8]) -> MCAPChunk {
    MCAPChunk(
      startTime: 0,
      endTime: 9,
      uncompressedSize: UInt64(records.count),
      uncompressedCRC: checksum(records),
      compression: "",
      records: records
    )
  }

  /// A file without a summary, with these bytes as its data section, and what a recovery makes of it.
  private static func recovered(_ data: [UInt8]) throws -> MCAPRecoveryReport {
    var bytes = MCAPFormat.magic + MCAPRecord.header(MCAPHeader(library: "test")).encoded + data
    bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
    let footer = MCAPFooter(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0)
    bytes += MCAPRecord.footer(footer).encoded + MCAPFormat.magic
    return try MCAPRecovery.recover(MCAPMemorySource(bytes), into: MCAPMemorySink())
  }

  @Test("A record without content may end a chunk") func emptyRecord() throws {
    let empty = [0x80] + [UInt8](repeating: 0, count: 8)
    let records = MCAPRecord.channel(Self.channel).encoded + Self.message(1).encoded + empty
    let report = try Self.recovered(MCAPRecord.chunk(Self.chunk(records)).encoded)
    #expect(report.isLossless && report.chunksKept == 1 && report.messagesKept == 1)
  }

  @Test("A whole chunk is found one byte behind the start of what is none") func nextByte() throws {
    // The byte before it looks like a chunk, too, whose fields are those of the other, moved by a byte: they make
    // sense if the checksum ends in 0.
    let records = try #require(
      (0..<4096 as Range<UInt32>).lazy.map { number in
        let data = [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
        return MCAPRecord.channel(Self.channel).encoded + Self.message(1, data).encoded
          + Self.message(2).encoded
      }.first { Self.checksum($0) >> 24 == 0 }
    )
    let report = try Self.recovered([0x06] + MCAPRecord.chunk(Self.chunk(records)).encoded)
    #expect(report.messagesKept == 2 && report.messagesSuspect == 0 && report.chunksKept == 1)
  }

  @Test("A copy may fill its slot to the last byte, and touches none of the other's") func slots()
    throws
  {
    let sink = MCAPTracedSink()
    var tail = MCAPTail(sink, synchronizes: false, reserve: 100, shortestSlot: 128)
    let start = [UInt8](repeating: 0, count: 10)
    try start.withRawSpan { (bytes) throws(MCAPError) in try sink.write(bytes) }
    // The head of the gap behind it takes nine bytes.
    let copies = [("a", 20), ("b", 128 - 9), ("c", 128 - 9), ("d", 128 - 9)].map { letter, count in
      [UInt8](repeating: Array(letter.utf8)[0], count: count)
    }
    var shown: [UInt8] = []
    for copy in copies {
      try tail.put([MCAPTail.Part(isApart: false, bytes: copy)], at: 10)
      let steps = sink.steps
      let before = MCAPTracedSink.file(steps.dropLast())
      #expect(before.count { $0 == shown.first } >= shown.count, "before it is shown")
      #expect(MCAPTracedSink.file(steps[...]).count { $0 == copy[0] } == copy.count)
      shown = copy
    }
  }

  /// Counts how often it is to wait for the disk.
  private final class Disk: MCAPByteSink {
    private let waits = Atomic(0)
    var count: Int { waits.load(ordering: .relaxed) }

    func write(_ bytes: RawSpan) throws(MCAPError) {}
    func synchronize() throws(MCAPError) { waits.add(1, ordering: .relaxed) }
  }

  @Test("A flush waits for the disk if it is told to, and not otherwise", arguments: [0, 1])
  func flush(threads: Int) throws {
    let disk = Disk()
    var writer = try MCAPWriter(disk)
    writer.writeInBackground(threads: threads)
    try writer.register(Self.channel)
    try writer.flush()
    #expect(disk.count == 0)
    try writer.flush(synchronize: true)
    #expect(disk.count == 1)
    _ = try writer.finish()
    #expect(disk.count == 1)
  }
}
