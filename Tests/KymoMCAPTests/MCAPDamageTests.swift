@testable import KymoMCAP
import KymoTestSupport
import Testing

/// Damaged and hostile files end in a clean error that names the place.
struct MCAPDamageTests {
  /// A file in which the first occurrence of each kind of record can be found.
  private func sample(
    _ compression: MCAPCompression = .none,
    chunked: Bool = true,
    messages: Int = 300
  ) throws -> [UInt8] {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 4 << 10
    options.chunked = chunked
    return try MCAPSample(seed: 11, messages: messages).write(options)
  }

  /// The byte at which the first record with an opcode starts.
  private func place(of opcode: MCAPOpcode, in bytes: [UInt8]) -> Int {
    var offset = 8
    while offset + 9 <= bytes.count, bytes[offset] != opcode.rawValue {
      offset += 9 + Int(length(at: offset, in: bytes))
    }
    return offset
  }

  private func length(at offset: Int, in bytes: [UInt8]) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + 1 + $1]) << (8 * $1) }
  }

  private func set(_ value: UInt64, at offset: Int, in bytes: inout [UInt8]) {
    for index in 0..<8 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
  }

  /// Everything that reads is made to read these bytes; errors are fine, crashes are not.
  @discardableResult
  private func readEverything(_ bytes: [UInt8]) -> [MCAPError] {
    var errors: [MCAPError] = []
    let source = MCAPMemorySource(bytes)
    var limits = MCAPLimits()
    limits.chunkBytes = 1 << 20
    do throws(MCAPError) {
      var reader = MCAPStreamReader(source, limits: limits)
      while try reader.next() != nil {}
    } catch { errors.append(error) }
    for isSized in [true, false] {
      let bytes: any MCAPByteSource = isSized ? source : MCAPUnsizedSource(bytes)
      var reader = MCAPStreamReader(bytes, limits: limits)
      do throws(MCAPError) {
        while let view = try reader.nextMessage() { reader.withData(of: view) { _ in } }
      } catch { errors.append(error) }
    }
    do throws(MCAPError) {
      let scan = try MCAPSegmentScanner.scan(source, limits: limits)
      if case .cut(let error) = scan.ending { errors.append(error) }
      var decoder = MCAPChunkDecoder(catalog: scan.catalog, limits: limits)
      for segment in scan.segments {
        try decoder.load(segment, from: source)
        while try decoder.nextMessage() != nil {}
      }
    } catch { errors.append(error) }
    do throws(MCAPError) {
      let reader = try MCAPIndexedReader(source, limits: limits)
      if let problem = reader.problem { errors.append(problem) }
      for reversed in [true, false] {
        var cursor = reader.messages(MCAPQuery(reversed: reversed))
        while let view = try cursor.next() { cursor.withData(of: view) { _ in } }
      }
      for number in reader.attachments.indices { _ = try reader.attachment(number) }
      for number in reader.metadata.indices { _ = try reader.metadata(number) }
      try reader.verifyIndexes()
    } catch { errors.append(error) }
    do throws(MCAPError) {
      for source: any MCAPByteSource in [source, MCAPUnsizedSource(bytes)] {
        let report = try MCAPChecker.check(source, limits: limits)
        // The strict reader is content with nothing that another one refuses.
        #expect(errors.isEmpty || !report.passes, "\(errors)")
      }
    } catch { Issue.record("check: \(error)") }
    do throws(MCAPError) {
      let sink = MCAPMemorySink()
      _ = try MCAPRecovery.recover(source, into: sink, limits: limits)
      var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
      while try reader.next() != nil {}
    } catch { Issue.record("recovery: \(error)") }
    return errors
  }

  private func streamError(_ bytes: [UInt8], _ limits: MCAPLimits = MCAPLimits()) -> MCAPError? {
    do throws(MCAPError) {
      var reader = MCAPStreamReader(MCAPMemorySource(bytes), limits: limits)
      while try reader.next() != nil {}
      return nil
    } catch { return error }
  }

  @Test("A whole file has no error")
  func whole() throws {
    for compression in MCAPCompression.allCases {
      #expect(readEverything(try sample(compression)).isEmpty)
    }
    #expect(readEverything(try sample(chunked: false)).isEmpty)
  }

  @Test("A wrong checksum is found, in each of the four places")
  func checksums() throws {
    let bytes = try sample()
    var chunk = bytes
    let chunkStart = place(of: .chunk, in: bytes)
    chunk[chunkStart + 200] ^= 1
    let error = streamError(chunk)
    #expect(error?.kind == .checksum)
    #expect(error?.offset == UInt64(chunkStart))
    #expect(error?.message.hasPrefix("chunk at byte \(chunkStart): CRC-32 is 0x") == true)

    var attachment = bytes
    let attachmentStart = place(of: .attachment, in: bytes)
    attachment[attachmentStart + 60] ^= 1
    #expect(streamError(attachment)?.message.hasPrefix("attachment at byte") == true)

    var data = bytes
    data[12 + 8 + 9] ^= 1  // A letter of the library's name.
    #expect(streamError(data)?.message.hasPrefix("data section at byte") == true)

    var summary = bytes
    summary[place(of: .statistics, in: bytes) + 9] ^= 1
    #expect(streamError(summary)?.message.hasPrefix("summary at byte") == true)
    #expect(readEverything(summary).allSatisfy { $0.kind == .checksum })
  }

  @Test("Absurd lengths", arguments: [1 << 63, UInt64.max, UInt64.max - 8, 1 << 40, 1 << 62])
  func absurdLengths(length: UInt64) throws {
    let bytes = try sample(messages: 40)
    for opcode in MCAPOpcode.allCases {
      let start = place(of: opcode, in: bytes)
      guard start + 9 <= bytes.count else { continue }
      for field in RunLength.some(of: 1..<60, oneIn: 4, seed: length ^ UInt64(opcode.rawValue))
      where start + field + 8 <= bytes.count {
        var damaged = bytes
        set(length, at: start + field, in: &damaged)
        #expect(!readEverything(damaged).isEmpty || damaged == bytes)
      }
    }
  }

  @Test("A pipe that claims an absurd length ends without allocating it")
  func absurdLengthInPipe() throws {
    var bytes = MCAPFormat.magic + [MCAPOpcode.header.rawValue]
    bytes += [0xFF, 0xFF, 0xFF, 0x3F, 0, 0, 0, 0] + [1, 2, 3]
    var reader = MCAPStreamReader(MCAPUnsizedSource(bytes))
    do throws(MCAPError) {
      _ = try reader.next()
      Issue.record("no error")
    } catch { #expect(error.kind == .truncated) }
  }

  @Test("A pipe yields the same records as a file")
  func pipe() throws {
    let bytes = try sample(.zstd)
    var file = MCAPStreamReader(MCAPMemorySource(bytes))
    var pipe = MCAPStreamReader(MCAPUnsizedSource(bytes))
    while let record = try file.next() {
      let other = try pipe.next()
      #expect(other == record)
    }
    let last = try pipe.next()
    #expect(last == nil)
  }

  @Test("A zip bomb is an error of limits or sizes", arguments: [MCAPCompression.zstd, .lz4])
  func zipBomb(compression: MCAPCompression) throws {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 8 << 20
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: options)
    let channel = try writer.addChannel(topic: "/bomb", messageEncoding: "")
    let data = [UInt8](repeating: 0, count: 4 << 20)
    try writer.append(
      MCAPMessage(channelID: channel, sequence: 0, logTime: 1, publishTime: 1, data: data)
    )
    _ = try writer.finish()
    #expect(sink.bytes.count < 100_000)
    var limits = MCAPLimits()
    limits.chunkBytes = 1 << 20
    #expect(streamError(sink.bytes, limits)?.kind == .limit)

    // It claims less than it holds, and more.
    let start = place(of: .chunk, in: sink.bytes)
    for claim: UInt64 in [1000, 4 << 20, 8 << 20] {
      var lying = sink.bytes
      set(claim, at: start + 9 + 16, in: &lying)
      let error = streamError(lying)
      #expect(error?.kind == .malformed, "\(claim)")
      #expect(error?.offset == UInt64(start))
    }
  }

  @Test("Cut at every byte, a small file gives an error and what is before the cut")
  func truncation() throws {
    for chunked in [true, false] {
      let bytes = try sample(.zstd, chunked: chunked, messages: 12)
      for count in 0..<bytes.count {
        #expect(!readEverything(Array(bytes[..<count])).isEmpty, "cut at \(count)")
      }
    }
  }

  @Test("Two different schemas or channels under one id are a conflict")
  func conflict() throws {
    let schema = MCAPSchema(id: 1, name: "A", encoding: "x", data: [1])
    let channel = MCAPChannel(id: 2, schemaID: 1, topic: "/a", messageEncoding: "")
    var other = schema
    other.name = "B"
    var otherChannel = channel
    otherChannel.topic = "/b"
    for (second, third) in [(other, channel), (schema, otherChannel)] {
      var bytes = MCAPFormat.magic + MCAPRecord.header(MCAPHeader()).encoded
      bytes += MCAPRecord.schema(schema).encoded + MCAPRecord.channel(channel).encoded
      bytes += MCAPRecord.schema(second).encoded + MCAPRecord.channel(third).encoded
      bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
      let footer = MCAPFooter(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0)
      bytes += MCAPRecord.footer(footer).encoded + MCAPFormat.magic
      #expect(streamError(bytes)?.kind == .conflict)
      #expect(readEverything(bytes).contains { $0.kind == .conflict })
    }
  }

  @Test("A writer refuses a second meaning of an id")
  func writerConflict() throws {
    var writer = try MCAPWriter(MCAPMemorySink())
    let schema = MCAPSchema(id: 1, name: "A", encoding: "x", data: [1])
    var other = schema
    other.name = "B"
    try writer.register(schema)
    try writer.register(schema)
    do throws(MCAPError) {
      try writer.register(other)
      Issue.record("no error")
    } catch { #expect(error.kind == .conflict) }
  }

  @Test("Messages whose index lies are found")
  func lyingIndex() throws {
    let bytes = try sample()
    var lying = bytes
    let start = place(of: .messageIndex, in: bytes)
    set(length(at: start + 14, in: bytes) + 1, at: start + 9 + 6, in: &lying)
    let reader = try MCAPIndexedReader(MCAPMemorySource(lying))
    do throws(MCAPError) {
      try reader.verifyIndexes()
      Issue.record("no error")
    } catch { #expect(error.kind == .index) }
  }

  @Test("A directory, a missing file and a missing folder say what they are")
  func files() {
    func message(_ body: () throws(MCAPError) -> Void) -> String {
      do throws(MCAPError) {
        try body()
        return ""
      } catch { return error.message }
    }
    let folder = message { () throws(MCAPError) in _ = try MCAPFileSource(path: "/") }
    #expect(folder.contains("directory"))
    let missing = "/nonexistent/kymograph"
    let text = message { () throws(MCAPError) in _ = try MCAPFileSource(path: missing) }
    #expect(text.contains("No such file"))
    let sink = message { () throws(MCAPError) in _ = try MCAPFileSink(path: missing) }
    #expect(sink.contains("No such file"))
  }

  @Test("Random damage never crashes a reader", arguments: [20_261_120 as UInt64])
  func mutations(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let originals = [
      try sample(.none, messages: 24), try sample(.lz4, messages: 24),
      try sample(.zstd, messages: 24), try sample(chunked: false, messages: 24),
    ]
    for round in 0..<2100 {
      var bytes = originals[round % originals.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes[place] = [0, 0xFF, 0x7F, 0x80][Int.random(in: 0..<4, using: &random)]
        default:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
          bytes.removeSubrange(place..<end)
        }
      }
      readEverything(bytes)
    }
  }
}
