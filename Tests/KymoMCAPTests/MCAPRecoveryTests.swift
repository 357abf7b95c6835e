@testable import KymoMCAP
import KymoTestSupport
import Testing

/// What can be salvaged from a broken file is salvaged, and the rest is counted.
struct MCAPRecoveryTests {
  private let session = MCAPSample(seed: 31, messages: 1200)

  private func sample(_ compression: MCAPCompression) throws -> [UInt8] {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 4 << 10
    options.profile = "ros2"
    return try session.write(options)
  }

  /// Recovers, checks that the new file is well-formed, and returns its messages.
  private func recover(
    _ bytes: [UInt8]
  ) throws -> (report: MCAPRecoveryReport, messages: [MCAPMessage], bytes: [UInt8]) {
    let sink = MCAPMemorySink()
    let report = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink)
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    #expect(UInt64(messages.count) == report.messagesKept)
    return (report, messages, sink.bytes)
  }

  /// The messages of each chunk and the byte after which the chunk is complete.
  private func chunks(of bytes: [UInt8]) throws -> [(segment: MCAPSegment, count: Int)] {
    let source = MCAPMemorySource(bytes)
    var decoder = MCAPChunkDecoder()
    var chunks: [(segment: MCAPSegment, count: Int)] = []
    for segment in try MCAPSegmentScanner.scan(source).segments {
      try decoder.load(segment, from: source)
      var count = 0
      while try decoder.nextMessage() != nil { count += 1 }
      chunks.append((segment, count))
    }
    return chunks
  }

  @Test("Nothing is lost from a whole file", arguments: MCAPCompression.allCases)
  func whole(compression: MCAPCompression) throws {
    let bytes = try sample(compression)
    let result = try recover(bytes)
    #expect(result.report.isLossless)
    #expect(result.report.endedWell)
    #expect(result.report.notes.isEmpty)
    #expect(result.messages == session.messages)
    #expect(result.report.attachmentsKept == 1)
    #expect(result.report.metadataKept == 1)
    #expect(try recover(bytes).bytes == result.bytes, "the same file gives the same file")
    let reader = try MCAPIndexedReader(MCAPMemorySource(result.bytes))
    #expect(reader.header.profile == "ros2")
    #expect(reader.catalog.channels == session.channels)
  }

  @Test("Cut anywhere, every complete chunk is kept", arguments: MCAPCompression.allCases)
  func cuts(compression: MCAPCompression) throws {
    let seed: UInt64 = 77
    var random = SeededRandom(seed: seed)
    let bytes = try sample(compression)
    let chunks = try chunks(of: bytes)
    for _ in 0..<200 {
      let count = Int.random(in: 8..<bytes.count, using: &random)
      let result = try recover(Array(bytes[..<count]))
      let whole = chunks.filter { $0.segment.offset + $0.segment.length <= UInt64(count) }
      let complete = whole.reduce(0) { $0 + $1.count }
      #expect(result.report.chunksKept == whole.count, "seed \(seed), cut at \(count)")
      #expect(result.messages.count >= complete, "seed \(seed), cut at \(count)")
      #expect(result.messages[...] == session.messages.prefix(result.messages.count))
      #expect(!result.report.endedWell)
    }
  }

  @Test("The messages before the damage of a cut chunk are kept")
  func cutChunk() throws {
    let bytes = try sample(.none)
    let chunks = try chunks(of: bytes)
    let third = chunks[2].segment
    let result = try recover(Array(bytes[..<Int(third.offset + third.length - 5)]))
    #expect(result.report.chunksLost == 1)
    #expect(result.report.firstLostByte == third.offset)
    #expect(result.report.bytesLost > 0)
    let complete = chunks[..<3].reduce(0) { $0 + $1.count }
    #expect(result.messages.count == complete - 1)
  }

  @Test("A chunk whose checksum differs is kept and counted")
  func badChecksum() throws {
    var bytes = try sample(.none)
    let third = try chunks(of: bytes)[2].segment
    bytes[Int(third.recordsOffset) + 40] ^= 1
    let result = try recover(bytes)
    #expect(result.report.chunksSuspect == 1)
    #expect(!result.report.isLossless)
    #expect(result.messages.count == session.messages.count)
  }

  @Test("Damaged compressed data loses one chunk at most", arguments: [MCAPCompression.lz4, .zstd])
  func damagedData(compression: MCAPCompression) throws {
    var bytes = try sample(compression)
    let chunks = try chunks(of: bytes)
    let third = chunks[2]
    let middle = Int(third.segment.recordsOffset + third.segment.compressedSize / 2)
    for place in middle..<middle + 20 { bytes[place] ^= 0xFF }
    let result = try recover(bytes)
    #expect(result.report.chunksKept >= chunks.count - 1)
    #expect(result.messages.count >= session.messages.count - third.count)
  }

  @Test("Behind rubbish in the middle, the next chunk is found", arguments: [5, 50, 5000])
  func rubbish(count: Int) throws {
    let bytes = try sample(.zstd)
    let chunks = try chunks(of: bytes)
    let start = Int(chunks[4].segment.offset)
    var random = SeededRandom(seed: 5)
    let rubbish = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let result = try recover(Array(bytes[..<start]) + rubbish + Array(bytes[start...]))
    #expect(result.report.chunksKept == chunks.count)
    #expect(result.report.firstLostByte == UInt64(start))
    #expect(result.report.bytesLost == UInt64(count))
    #expect(result.messages == session.messages)
  }

  @Test("A wrong length of a chunk loses that chunk only")
  func wrongLength() throws {
    var bytes = try sample(.zstd)
    let chunks = try chunks(of: bytes)
    let third = chunks[2]
    bytes[Int(third.segment.offset) + 3] ^= 0x10
    let result = try recover(bytes)
    #expect(result.report.chunksKept >= chunks.count - 1)
    #expect(result.messages.count >= session.messages.count - third.count)
  }

  @Test("Without the first chunk, the summary still knows the channels")
  func lostFirstChunk() throws {
    var bytes = try sample(.zstd)
    let chunks = try chunks(of: bytes)
    let first = chunks[0]
    let start = Int(first.segment.recordsOffset)
    for place in start..<start + 20 { bytes[place] ^= 0x55 }
    let result = try recover(bytes)
    #expect(result.report.messagesDropped == 0)
    #expect(result.messages[...] == session.messages.suffix(session.messages.count - first.count))
  }

  @Test("Messages of a channel that nobody knows are counted")
  func unknownChannel() throws {
    let message = MCAPMessage(channelID: 9, sequence: 0, logTime: 1, publishTime: 1, data: [1])
    var bytes = MCAPFormat.magic + MCAPRecord.header(MCAPHeader()).encoded
    for _ in 0..<3 { bytes += MCAPRecord.message(message).encoded }
    let result = try recover(bytes)
    #expect(result.report.messagesDropped == 3)
    #expect(result.report.messagesKept == 0)
    #expect(!result.report.isLossless)
  }

  @Test("What is no MCAP file at all becomes an empty one")
  func nothing() throws {
    for bytes in [[], [1, 2, 3], [UInt8](repeating: 6, count: 3000)] as [[UInt8]] {
      let result = try recover(bytes)
      #expect(result.messages.isEmpty)
      #expect(result.report.bytesLost == UInt64(bytes.count))
    }
  }

  @Test("Unchunked files are salvaged message by message")
  func unchunked() throws {
    var options = MCAPWriterOptions()
    options.chunked = false
    let bytes = try session.write(options)
    for cut in stride(from: 200, to: bytes.count, by: 997) {
      let result = try recover(Array(bytes[..<cut]))
      #expect(result.messages[...] == session.messages.prefix(result.messages.count))
    }
    var damaged = bytes
    for place in bytes.count / 4..<bytes.count / 4 + 10 { damaged[place] = 0 }
    let result = try recover(damaged)
    #expect(result.messages.count > session.messages.count - 10)
  }

  @Test("Recovery onto a full disk says so")
  func fullDisk() throws {
    let sink = MCAPMemorySink(limit: 1000)
    do throws(MCAPError) {
      let bytes = try session.write(MCAPWriterOptions())
      _ = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink)
      Issue.record("no error")
    } catch {
      guard case .system = error.kind else {
        Issue.record("\(error)")
        return
      }
      #expect(error.message.contains("No space left"))
    }
  }

  @Test("Suspect messages are listed by chunk, channel and byte; a strict recovery leaves them out")
  func suspects() throws {
    var bytes = try sample(.none)
    let third = try chunks(of: bytes)[2]
    // A letter within the data of a message: everything parses.
    let start = Int(third.segment.recordsOffset)
    let length = Int(bytes.loadLittleEndian(at: start + 1, as: UInt64.self))
    #expect(length > 22)
    bytes[start + 31] ^= 1
    let found = try recover(bytes)
    #expect(found.report.messagesSuspect == UInt64(third.count))
    #expect(found.report.suspects.map(\.count).reduce(0, +) == UInt64(third.count))
    #expect(found.report.suspects.allSatisfy { $0.chunkOffset == third.segment.offset })
    #expect(Set(found.report.suspects.map(\.topic)) == ["/zero", "/three", "/many"])
    #expect(found.report.suspects.map(\.bytes.lowerBound).min() == 0)
    #expect(found.report.suspects.map(\.bytes.upperBound).max() == third.segment.uncompressedSize)

    let sink = MCAPMemorySink()
    let strict = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink, isStrict: true)
    #expect(strict.messagesRefused == UInt64(third.count) && strict.messagesSuspect == 0)
    #expect(strict.messagesKept == UInt64(session.messages.count - third.count))
    #expect(!strict.isLossless && strict.suspects == found.report.suspects)
  }

  @Test("Behind a record that makes no sense, the rest of the chunk is kept")
  func resynchronises() throws {
    var bytes = try sample(.none)
    let third = try chunks(of: bytes)[2]
    // The length of the first message: its high byte, so that it reaches far over the chunk.
    bytes[Int(third.segment.recordsOffset) + 5] ^= 0x40
    let found = try recover(bytes)
    #expect(found.messages.count == session.messages.count - 1)
    #expect(found.report.chunksLost == 1 && found.report.bytesLost > 31)
  }

  @Test("Definitions for which a checksum vouches outvote those of a damaged chunk")
  func definitionsOutvote() throws {
    // Small definitions and small chunks: many of these repeat them.
    var bytes = try sample(.none)
    let chunks = try chunks(of: bytes)
    let first = Int(chunks[0].segment.recordsOffset)
    let size = Int(chunks[0].segment.compressedSize)
    let topic = Array("/three".utf8)
    let place = try #require(
      (first..<first + size).first { Array(bytes[$0..<$0 + topic.count]) == topic }
    )
    bytes[place + 1] ^= 1
    // Without the summary, so that only other chunks know better.
    bytes.removeLast(60)
    let found = try recover(bytes)
    let reader = try MCAPIndexedReader(MCAPMemorySource(found.bytes))
    #expect(reader.catalog.channels == session.channels)
    #expect(found.messages.count == session.messages.count)
  }

  @Test("Every chunk of the usual size is read alone, and repeats cost less than a hundredth")
  func repeatedDefinitions() throws {
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 64 << 10
    let long = MCAPSample(seed: 32, messages: 20_000)
    let repeated = try long.write(options)
    options.repeatsDefinitions = false
    let once = try long.write(options)
    #expect(repeated.count > once.count)
    #expect(repeated.count - once.count < once.count / 100)
    let source = MCAPMemorySource(repeated)
    let segments = try MCAPSegmentScanner.scan(source).segments
    #expect(segments.count > 10)
    for segment in segments {
      var decoder = MCAPChunkDecoder()
      try decoder.load(segment, from: source)
      while let view = try decoder.nextMessage() {
        let channel = decoder.catalog.channel(view.channelID)
        #expect(channel != nil && (channel?.schemaID == 0 || decoder.catalog.schema(1) != nil))
      }
    }
  }

  @Test("Messages that a checksum vouches for are kept without a definition, too")
  func nameless() throws {
    var options = MCAPWriterOptions(compression: .zstd)
    options.chunkBytes = 4 << 10
    options.repeatsDefinitions = false
    let bytes = try session.write(options)
    let chunks = try chunks(of: bytes)
    let second = Int(chunks[1].segment.offset)
    let end = try #require(chunks.last).segment
    // Only what lies between the first chunk and the summary is left.
    let middle = bytes[second..<Int(end.offset + end.length)]
    let found = try recover(MCAPFormat.magic + middle)
    #expect(found.messages == Array(session.messages[chunks[0].count...]))
    #expect(!found.report.isLossless && found.report.messagesDropped == 0)
    let reader = try MCAPIndexedReader(MCAPMemorySource(found.bytes))
    #expect(reader.catalog.channels.map(\.topic).contains("/recovered/channel-700"))
  }

  @Test("An attachment and metadata that the end of the file cuts are kept as far as they go")
  func cutRecords() throws {
    let file = MCAPAttachment(
      logTime: 1,
      createTime: 2,
      name: "n",
      mediaType: "t",
      data: Array(0..<100)
    )
    let pairs = MCAPMetadata(name: "m", metadata: ["a": "1", "b": "2"])
    let start = MCAPFormat.magic + MCAPRecord.header(MCAPHeader()).encoded
    for (record, cut) in [(MCAPRecord.attachment(file), 30), (.metadata(pairs), 3)] {
      let result = try recover(start + record.encoded.dropLast(cut))
      #expect(result.report.cutRecordsKept == 1 && !result.report.isLossless)
      let reader = try MCAPIndexedReader(MCAPMemorySource(result.bytes))
      if cut == 30 {
        let kept = try reader.attachment(0)
        #expect(kept.name == "n" && kept.data == Array(file.data[..<74]))
      } else {
        #expect(try reader.metadata(0) == MCAPMetadata(name: "m", metadata: ["a": "1"]))
      }
    }
  }
}
