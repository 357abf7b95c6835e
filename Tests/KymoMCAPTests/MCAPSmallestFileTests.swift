import Testing

@testable import KymoMCAP

/// The least that can be in a file, in a chunk, and between chunks.
@Suite("The least of a file") struct MCAPSmallestFileTests {
  private func scanError(_ bytes: [UInt8]) -> MCAPError? {
    do throws(MCAPError) {
      _ = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
      return nil
    } catch { return error }
  }

  @Test(
    "A file without bytes is empty; one with other bytes is no MCAP file, and cut ones are none"
  )
  func magic() {
    #expect(scanError([])?.message == "the file is empty")
    for count in 1...8 {
      let error = scanError([UInt8](repeating: 0x41, count: count))
      #expect(error?.kind == .magic)
      #expect(
        error?.message == "it is not an MCAP file: it starts with other bytes",
        "\(count) bytes"
      )
    }
    for count in 1..<8 { #expect(scanError(Array(MCAPFormat.magic.prefix(count)))?.kind == .magic) }
  }

  @Test("A chunk of definitions alone begins and ends at 0, in its header and in its index")
  func definitionsOnly() throws {
    for compression in MCAPCompression.allCases {
      let sink = MCAPMemorySink()
      var writer = try MCAPWriter(sink, options: MCAPWriterOptions(compression: compression))
      let channel = MCAPChannel(id: 1, schemaID: 0, topic: "/a", messageEncoding: "json")
      try writer.register(channel)
      try writer.closeChunks()
      for time in [7, 5, 9] as [UInt64] {
        try writer.append(
          MCAPMessage(channelID: 1, sequence: 0, logTime: time, publishTime: time, data: [])
        )
      }
      _ = try writer.finish()
      let source = MCAPMemorySource(sink.bytes)
      let chunks = try MCAPSegmentScanner.scan(source).segments
      let summary = try MCAPIndexedReader(source).summary
      let indexes = try #require(summary).chunkIndexes
      #expect(chunks.last?.startTime == 5 && chunks.last?.endTime == 9)
      #expect(indexes.map(\.startTime) == chunks.map(\.startTime))
      if chunks.count > 1 { #expect(chunks[0].startTime == 0 && chunks[0].endTime == 0) }
    }
  }

  @Test("Messages between chunks are runs that lie where they say, byte for byte")
  func runs() throws {
    var options = MCAPWriterOptions()
    options.chunked = false
    let sample = MCAPSample(seed: 9, messages: 60)
    let bytes = try sample.write(options)
    let runs = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes)).segments
    let sizes = sample.messages.map { UInt64(MCAPRecord.message($0).encoded.count) }
    // The attachment and the metadata in the middle part them.
    #expect(runs.map(\.length) == [sizes[..<30].reduce(0, +), sizes[30...].reduce(0, +)])
    #expect(runs.allSatisfy { $0.compressedSize == $0.length && $0.uncompressedSize == $0.length })
    for (run, messages) in zip(runs, [sample.messages[..<30], sample.messages[30...]]) {
      let place = Int(run.offset)
      let first = try #require(messages.first)
      let encoded = MCAPRecord.message(first).encoded
      #expect(Array(bytes[place..<place + encoded.count]) == encoded)
      #expect(run.startTime == messages.map(\.logTime).min())
      #expect(run.endTime == messages.map(\.logTime).max())
    }
  }

  @Test("An attachment whose checksum is wrong is kept as it is, and none of its bytes are lost")
  func attachment() throws {
    let sample = MCAPSample(seed: 9, messages: 60)
    var bytes = try sample.write(MCAPWriterOptions())
    let data = sample.attachment.data
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: data) }
    )
    bytes[place] ^= 1
    let sink = MCAPMemorySink()
    let report = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink)
    #expect(report.attachmentsKept == 1 && report.bytesLost == 0 && !report.isLossless)
    #expect(report.messagesKept == 60)
    let start = try #require(report.firstLostByte)
    #expect(bytes[Int(start)] == MCAPOpcode.attachment.rawValue && start < UInt64(place))
    #expect(report.notes.contains { $0.hasSuffix("; kept as it is") })
    let kept = try MCAPIndexedReader(MCAPMemorySource(sink.bytes)).attachment(0)
    #expect(kept.data == [data[0] ^ 1] + data.dropFirst())
  }

  @Test("A checksum is written with eight digits")
  func digits() {
    let error = MCAPError.checksum("chunk", at: 5, is: 0xAB, says: 0xF00D_CAFE)
    #expect(error.message == "chunk at byte 5: CRC-32 is 0x000000ab, the file says 0xf00dcafe")
  }
}
