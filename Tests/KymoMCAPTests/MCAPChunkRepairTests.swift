import KymoTestSupport
import Testing

@testable import KymoMCAP

/// One bit of a chunk's own fields is not what was written: its messages are kept all the same.
@Suite("Recovering chunks with damaged fields") struct MCAPChunkRepairTests {
  /// How a recording is written.
  struct Layout: Sendable, CustomTestStringConvertible {
    var compression: MCAPCompression
    var hasChecksums = true
    var hasIndexes = true
    /// Whether the end of the file is missing, and the summary with it.
    var isCut = false

    var testDescription: String {
      "\(compression)\(hasChecksums ? "" : " without checksums")\(isCut ? " cut" : "")"
        + (hasIndexes ? "" : " without message indexes")
    }
  }

  private static let layouts: [Layout] = MCAPCompression.allCases.flatMap { compression in
    [
      Layout(compression: compression),
      Layout(compression: compression, isCut: true),
      Layout(compression: compression, hasIndexes: false),
      Layout(compression: compression, hasChecksums: false),
    ]
  }

  private static func recording(_ layout: Layout) throws -> (sample: MCAPSample, bytes: [UInt8]) {
    let sample = MCAPSample(seed: 11, messages: 60)
    var options = MCAPWriterOptions(compression: layout.compression)
    options.chunkBytes = 1000
    options.checksums = layout.hasChecksums
    options.dataChecksum = layout.hasChecksums
    options.messageIndex = layout.hasIndexes
    var bytes = try sample.write(options)
    if layout.isCut {
      let end = try #require(try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).dataEndOffset)
      bytes.removeLast(bytes.count - Int(end))
    }
    return (sample, bytes)
  }

  private static func kept(
    _ bytes: [UInt8]
  ) throws -> (messages: [MCAPMessage], report: MCAPRecoveryReport) {
    let sink = MCAPMemorySink()
    let report = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink)
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return (messages, report)
  }

  @Test(
    "Any bit before the records of a chunk, one at a time",
    arguments: zip(layouts, 1...UInt64(layouts.count))
  )
  func anyBit(layout: Layout, seed: UInt64) throws {
    let (sample, bytes) = try Self.recording(layout)
    let chunks = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments
    #expect(chunks.count > 3)
    let chunk = chunks[2]
    let bits = 8 * Int(chunk.recordsOffset - chunk.offset)
    for bit in RunLength.some(of: 0..<bits, oneIn: 5, seed: seed) {
      var damaged = bytes
      damaged[Int(chunk.offset) + bit / 8] ^= 1 << UInt8(bit % 8)
      let (messages, report) = try Self.kept(damaged)
      #expect(messages == sample.messages, "byte \(bit / 8), bit \(bit % 8): \(report.notes)")
      #expect(report.messagesDropped == 0 && report.attachmentsKept == 1)
    }
  }

  @Test("What was found on trial is said")
  func said() throws {
    let (sample, bytes) = try Self.recording(Layout(compression: .zstd, isCut: true))
    let chunk = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments[1]
    var damaged = bytes
    // The first letter of the compression's name.
    damaged[Int(chunk.offset) + 9 + 32] ^= 1
    let (messages, report) = try Self.kept(damaged)
    #expect(messages == sample.messages && report.messagesSuspect == 0)
    #expect(report.chunksLost == 0 && report.chunksSuspect == 0)
    #expect(report.notes.contains { $0.contains("chunk at byte \(chunk.offset)") })
  }

  @Test("Two damaged fields, and the summary knows better")
  func indexed() throws {
    for compression in MCAPCompression.allCases {
      let (sample, bytes) = try Self.recording(Layout(compression: compression))
      let chunk = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments[2]
      var damaged = bytes
      damaged[Int(chunk.offset) + 3] ^= 0x10
      damaged[Int(chunk.recordsOffset) - 6] ^= 0x10
      let (messages, report) = try Self.kept(damaged)
      #expect(messages == sample.messages, "\(compression): \(report.notes)")
    }
  }

  @Test(
    "Records that are damaged, too, are not taken for whole",
    arguments: MCAPCompression.allCases
  )
  func damagedRecords(compression: MCAPCompression) throws {
    let (sample, bytes) = try Self.recording(Layout(compression: compression, isCut: true))
    let chunk = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments[2]
    var damaged = bytes
    damaged[Int(chunk.offset) + 9 + 28] ^= 0x40
    damaged[Int(chunk.recordsOffset + chunk.compressedSize / 2)] ^= 0x10
    let (messages, report) = try Self.kept(damaged)
    #expect(!report.isLossless && report.bytesLost > 0)
    let others = sample.messages.filter { message in
      !messages.contains(message)
    }
    #expect(others.count < sample.messages.count / 2)
  }
}
