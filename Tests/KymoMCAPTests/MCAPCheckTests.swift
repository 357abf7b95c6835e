@testable import KymoMCAP
import Testing

/// The strict reader finds each defect at its byte, and none where there is none.
struct MCAPCheckTests {
  /// A file that is put together record by record, with right checksums around whatever is in it.
  private struct Built {
    var bytes = MCAPFormat.magic
    var summaryStart = 0

    init(_ header: MCAPHeader = MCAPHeader(library: "test")) { add(.header(header)) }

    /// Appends a record, and returns the byte at which it starts.
    @discardableResult mutating func add(_ record: MCAPRecord) -> UInt64 {
      defer { bytes += record.encoded }
      return UInt64(bytes.count)
    }

    /// Appends a chunk of records, with right times and the right checksum unless `change` says otherwise.
    @discardableResult mutating func addChunk(
      _ records: [MCAPRecord],
      change: (inout MCAPChunk) -> Void = { _ in }
    ) -> UInt64 {
      var content: [UInt8] = []
      var times: [UInt64] = []
      for record in records {
        content += record.encoded
        if case .message(let message) = record { times.append(message.logTime) }
      }
      var chunk = MCAPChunk(
        startTime: times.min() ?? 0,
        endTime: times.max() ?? 0,
        uncompressedSize: UInt64(content.count),
        uncompressedCRC: Built.checksum(content),
        compression: "",
        records: content
      )
      change(&chunk)
      return add(.chunk(chunk))
    }

    @discardableResult mutating func endData() -> UInt64 {
      let start = add(.dataEnd(MCAPDataEnd(dataSectionCRC: Built.checksum(bytes))))
      summaryStart = bytes.count
      return start
    }

    /// Ends the file; the footer says where the summary is, unless `change` says otherwise.
    mutating func finish(change: (inout MCAPFooter) -> Void = { _ in }) -> [UInt8] {
      var footer = MCAPFooter(
        summaryStart: summaryStart == bytes.count ? 0 : UInt64(summaryStart),
        summaryOffsetStart: 0,
        summaryCRC: 0
      )
      change(&footer)
      let start = bytes.count
      add(.footer(footer))
      let sum = Built.checksum(Array(bytes[Int(summaryStart)..<start + 9 + 16]))
      for place in 0..<4 {
        bytes[start + 25 + place] = UInt8(truncatingIfNeeded: sum >> (8 * place))
      }
      return bytes + MCAPFormat.magic
    }

    static func checksum(_ bytes: [UInt8]) -> UInt32 {
      var sum = MCAPChecksum()
      bytes.withRawSpan { sum.update($0) }
      return sum.value
    }
  }

  private static let schema = MCAPSchema(id: 1, name: "A", encoding: "x", data: [1])
  private static let channel = MCAPChannel(id: 2, schemaID: 1, topic: "/a", messageEncoding: "")

  private static func message(_ time: UInt64, channel: UInt16 = 2) -> MCAPRecord {
    let data = [UInt8](repeating: 7, count: 5)
    return .message(
      MCAPMessage(channelID: channel, sequence: 0, logTime: time, publishTime: time, data: data)
    )
  }

  private static let whole: [MCAPRecord] = [
    .schema(schema), .channel(channel), message(3), message(5),
  ]
  /// The byte of the first message among the records of that chunk.
  private static let firstMessage = UInt64(
    MCAPRecord.schema(schema).encoded.count + MCAPRecord.channel(channel).encoded.count
  )
  private static let secondMessage = firstMessage + UInt64(message(3).encoded.count)

  private func check(_ bytes: [UInt8]) throws -> MCAPCheckReport {
    try MCAPChecker.check(MCAPMemorySource(bytes))
  }

  /// Expects one finding alone, with its kind, its byte and a part of its text.
  private func expect(
    _ bytes: [UInt8],
    _ kind: MCAPError.Kind,
    at offset: UInt64,
    _ text: String,
    severity: MCAPFinding.Severity = .error,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let report = try check(bytes)
    let said = report.findings.map { "\($0.severity) \($0.problem.message)" }
    #expect(said.count == 1, "\(said)", sourceLocation: location)
    #expect(report.passes == (severity == .warning), sourceLocation: location)
    guard let found = report.findings.first else { return }
    #expect(found.severity == severity, "\(said)", sourceLocation: location)
    #expect(found.problem.kind == kind, "\(said)", sourceLocation: location)
    #expect(found.problem.offset == offset, "\(said)", sourceLocation: location)
    #expect(found.problem.message.contains(text), "\(said)", sourceLocation: location)
  }

  @Test("What our writer writes passes without a word", arguments: MCAPCompression.allCases)
  func ours(compression: MCAPCompression) throws {
    for chunked in [true, false] {
      var options = MCAPWriterOptions(compression: compression)
      options.chunkBytes = 4 << 10
      options.chunked = chunked
      var sample = MCAPSample(seed: 11, messages: 300)
      sample.messages.sort { $0.logTime < $1.logTime }
      let report = try check(try sample.write(options))
      #expect(report.findings == [] && report.passes)
      #expect(report.messageCount == 300 && report.attachmentCount == 1)
      #expect(report.metadataCount == 1 && (report.chunkCount > 1) == chunked)
      #expect(report.dataChecksum == .matches && report.summaryChecksum == .matches)
    }
  }

  @Test("The messages come out on the way, chunked or not, from a file or a pipe")
  func messages() throws {
    for chunked in [true, false] {
      var options = MCAPWriterOptions()
      options.chunkBytes = 4 << 10
      options.chunked = chunked
      let sample = MCAPSample(seed: 12, messages: 300)
      let bytes = try sample.write(options)
      for source: any MCAPByteSource in [MCAPMemorySource(bytes), MCAPUnsizedSource(bytes)] {
        var checker = try MCAPChecker(source)
        var number = 0
        while let view = try checker.nextMessage() {
          let wanted = sample.messages[number]
          #expect(view.logTime == wanted.logTime && view.channelID == wanted.channelID)
          let isSame = checker.withData(of: view) { data in
            wanted.data.indices.allSatisfy { data.load(at: $0) == wanted.data[$0] }
          }
          #expect(isSame && view.dataLength == wanted.data.count)
          number += 1
        }
        #expect(number == 300 && checker.report.passes)
        #expect(checker.report.warningCount == 1)  // Its times jump.
      }
    }
  }

  @Test("The frame: magic bytes, header, sections, what lies between and behind them")
  func frame() throws {
    var built = Built()
    built.addChunk(Self.whole)
    built.endData()
    let good = built.finish()
    #expect(try check(good).findings == [])

    try expect([], .magic, at: 0, "empty")
    try expect([1] + good, .magic, at: 0, "not an MCAP file")
    try expect(good + [0], .malformed, at: UInt64(good.count), "bytes after the end")
    let tail = UInt64(good.count - 8)
    try expect(Array(good.dropLast(3)), .magic, at: tail, "does not end with the magic bytes")
    try expect(Array(good.dropLast(20)), .truncated, at: tail - 29, "footer at byte")

    var second = Built()
    let again = second.add(.header(MCAPHeader(library: "b")))
    second.endData()
    try expect(second.finish(), .malformed, at: again, "not the first record")

    var between = Built()
    between.endData()
    let gap = UInt64(between.bytes.count)
    between.bytes += [0, 0, 0]
    between.summaryStart = between.bytes.count
    try expect(between.finish(), .malformed, at: gap, "3 bytes that are in no section")

    var early = Built()
    early.endData()
    let footer = UInt64(early.bytes.count)
    try expect(
      early.finish { $0.summaryStart = 8 },
      .malformed,
      at: footer,
      "not 8 as the footer says"
    )

    var misplaced = Built()
    let index = MCAPMetadataIndex(offset: 0, length: 0, name: "")
    let place = misplaced.add(.metadataIndex(index))
    misplaced.endData()
    try expect(misplaced.finish(), .malformed, at: place, "wrong section")

    var endless = Built()
    let end = UInt64(endless.bytes.count)
    try expect(endless.finish(), .malformed, at: end, "the data section has no end")
  }

  @Test("Every checksum that there is, and the absence of those over everything")
  func checksums() throws {
    var built = Built()
    let chunk = built.addChunk(Self.whole) { $0.uncompressedCRC ^= 1 }
    built.endData()
    try expect(built.finish(), .checksum, at: chunk, "chunk at byte")

    built = Built()
    let sum = Built.checksum(built.bytes)
    let dataEnd = built.add(.dataEnd(MCAPDataEnd(dataSectionCRC: sum ^ 1)))
    built.summaryStart = built.bytes.count
    try expect(built.finish(), .checksum, at: dataEnd, "data section at byte")

    built = Built()
    built.endData()
    var bytes = built.finish()
    let footer = bytes.count - 37
    bytes[footer + 25] ^= 1
    try expect(bytes, .checksum, at: UInt64(footer), "summary at byte")

    built = Built()
    let file = MCAPAttachment(logTime: 1, createTime: 1, name: "n", mediaType: "", data: [1, 2])
    let attachment = built.add(.attachment(file))
    built.bytes[built.bytes.count - 1] ^= 1
    built.endData()
    try expect(built.finish(), .checksum, at: attachment, "attachment at byte")

    built = Built()
    let absent = built.add(.dataEnd(MCAPDataEnd(dataSectionCRC: 0)))
    built.summaryStart = built.bytes.count
    try expect(built.finish(), .malformed, at: absent, "no checksum covers", severity: .warning)
  }

  @Test("Definitions: none, twice, different, without a schema")
  func definitions() throws {
    func one(_ records: [MCAPRecord]) -> (bytes: [UInt8], last: UInt64) {
      var built = Built()
      var last: UInt64 = 0
      for record in records { last = built.add(record) }
      built.endData()
      return (built.finish(), last)
    }
    var zero = Self.schema
    zero.id = 0
    var found = one([.schema(zero)])
    try expect(found.bytes, .malformed, at: found.last, "the id is 0")
    var bare = Self.schema
    bare.encoding = ""
    found = one([.schema(bare)])
    try expect(found.bytes, .malformed, at: found.last, "data without an encoding")
    var other = Self.schema
    other.name = "B"
    found = one([.schema(Self.schema), .schema(other)])
    try expect(found.bytes, .conflict, at: found.last, "different schema")
    var topic = Self.channel
    topic.topic = "/b"
    found = one([.schema(Self.schema), .channel(Self.channel), .channel(topic)])
    try expect(found.bytes, .conflict, at: found.last, "different channel")
    found = one([.channel(Self.channel)])
    try expect(found.bytes, .malformed, at: found.last, "schema 1 is not known")
    found = one([.schema(Self.schema), .schema(Self.schema)])
    try expect(found.bytes, .malformed, at: found.last, "lies before, too", severity: .warning)
    found = one([Self.message(1)])
    try expect(found.bytes, .malformed, at: found.last, "channel 2 is not known so far")
  }

  @Test("Whoever can stop a check is asked for every chunk, the first one, too")
  func stopped() throws {
    var built = Built()
    for _ in 0..<3 { built.addChunk(Self.whole) }
    built.endData()
    let source = MCAPMemorySource(built.finish())
    for last in 1...4 {
      var asked = 0
      let report = try MCAPChecker.check(source) {
        asked += 1
        return asked == last
      }
      #expect(asked == min(3, last) && report.isFinished == (last > 3))
    }
  }

  @Test("A repeat in a further chunk is no finding")
  func repeats() throws {
    var built = Built()
    built.addChunk(Self.whole)
    built.addChunk(Self.whole.map { if case .message = $0 { Self.message(9) } else { $0 } })
    built.endData()
    #expect(try check(built.finish()).findings == [])
  }

  @Test("Chunks: times, records that must not be there, torn records, sizes, compression")
  func chunks() throws {
    var built = Built()
    var chunk = built.addChunk(Self.whole) { $0.endTime += 1 }
    built.endData()
    try expect(built.finish(), .malformed, at: chunk, "claims times from 3 to 6")

    built = Built()
    chunk = built.addChunk([.schema(Self.schema)]) { $0.endTime = 4 }
    built.endData()
    let empty = "it has no messages, and times that are not 0"
    try expect(built.finish(), .malformed, at: chunk, empty, severity: .warning)

    // Behind opcode, length and the fields of the chunk.
    let records: UInt64 = 49
    let notes = MCAPRecord.metadata(MCAPMetadata(name: "n", metadata: [:]))
    built = Built()
    chunk = built.addChunk(Self.whole + [notes])
    built.endData()
    let behind = chunk + records + Self.secondMessage + UInt64(Self.message(5).encoded.count)
    try expect(built.finish(), .malformed, at: behind, "it is not allowed in a chunk")

    built = Built()
    chunk = built.addChunk(Self.whole) { chunk in
      chunk.records += [5, 0]
      chunk.uncompressedSize += 2
      chunk.uncompressedCRC = Built.checksum(chunk.records)
    }
    built.endData()
    try expect(built.finish(), .malformed, at: behind, "2 bytes that are not a record")

    built = Built()
    chunk = built.addChunk(Self.whole) { $0.uncompressedSize += 1 }
    built.endData()
    try expect(built.finish(), .malformed, at: chunk, "declared")

    built = Built()
    chunk = built.addChunk(Self.whole) { $0.compression = "brotli" }
    built.endData()
    try expect(built.finish(), .unsupported, at: chunk, "unknown compression")

    built = Built()
    chunk = built.addChunk(Self.whole)
    built.bytes += [0]
    built.bytes[Int(chunk) + 1] += 1
    built.endData()
    try expect(built.finish(), .malformed, at: chunk, "1 bytes after its records")
  }

  @Test("A finding in a compressed chunk says its byte among the records")
  func compressedPlace() throws {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    let data = [UInt8](repeating: 1, count: 100)
    let record = MCAPMessage(
      channelID: channel,
      sequence: 0,
      logTime: 1,
      publishTime: 1,
      data: data
    )
    for _ in 0..<9 { try writer.append(record) }
    _ = try writer.finish()
    // The channel record turns into a private one: nothing says what the messages are.
    var decoder = MCAPChunkDecoder()
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    try decoder.load(scan.segments[0], from: MCAPMemorySource(sink.bytes))
    var records = decoder.records.copy(0..<decoder.records.count)
    records[0] = 0x80
    var built = Built()
    let compressed = try Self.zstd(records)
    let start = built.add(
      .chunk(
        MCAPChunk(
          startTime: 1,
          endTime: 1,
          uncompressedSize: UInt64(records.count),
          uncompressedCRC: Built.checksum(records),
          compression: "zstd",
          records: compressed
        )
      )
    )
    built.endData()
    let report = try check(built.finish())
    #expect(report.errorCount == 1 && report.findings.first?.problem.offset == start)
    let length = records.count - 9 * (31 + 100)
    #expect(report.findings.first?.offsetInChunk == UInt64(length))
  }

  private static func zstd(_ bytes: [UInt8]) throws -> [UInt8] {
    var output = UnsafeMCAPBuffer(capacity: 64)
    var compressor = UnsafeMCAPCompressor(MCAPWriterOptions(compression: .zstd))
    _ = bytes.withRawSpan { compressor.compress($0, into: &output) }
    return output.copy(0..<output.count)
  }

  @Test("Message indexes point at the messages with that time and channel, and at all of them")
  func messageIndexes() throws {
    typealias Entry = MCAPMessageIndex.Entry
    let first = Entry(logTime: 3, offset: Self.firstMessage)
    let second = Entry(logTime: 5, offset: Self.secondMessage)
    func one(_ channel: UInt16, _ entries: [Entry]) -> (
      bytes: [UInt8], index: UInt64, chunk: UInt64
    ) {
      var built = Built()
      let chunk = built.addChunk(Self.whole)
      let start = built.add(.messageIndex(MCAPMessageIndex(channelID: channel, entries: entries)))
      built.endData()
      return (built.finish(), start, chunk)
    }
    #expect(try check(one(2, [second, first]).bytes).findings == [])
    var wrong = second
    wrong.logTime = 4
    var found = one(2, [first, wrong])
    try expect(found.bytes, .index, at: found.index + 9 + 6 + 16, "time 4 is at byte")
    wrong = second
    wrong.offset += 1
    found = one(2, [first, wrong])
    try expect(found.bytes, .index, at: found.index + 9 + 6 + 16, "no message of channel 2")
    found = one(2, [first])
    try expect(found.bytes, .index, at: found.index, "1 entries that are not those of the 2")
    found = one(2, [first, first])
    try expect(found.bytes, .index, at: found.index, "2 entries that are not those of the 2")
    found = one(7, [])
    try expect(found.bytes, .index, at: found.chunk, "messages of channel 2 are not in")

    var built = Built()
    let lonely = built.add(.messageIndex(MCAPMessageIndex(channelID: 2, entries: [])))
    built.endData()
    try expect(built.finish(), .index, at: lonely, "does not follow a chunk")

    built = Built()
    built.addChunk(Self.whole)
    let index = MCAPRecord.messageIndex(MCAPMessageIndex(channelID: 2, entries: [first, second]))
    built.add(index)
    let again = built.add(index)
    built.endData()
    try expect(built.finish(), .index, at: again, "two of them for channel 2")
  }

  @Test("The summary against the data section: one wrong number at a time")
  func summary() throws {
    var options = MCAPWriterOptions(compression: .none)
    options.summaryOffsets = false
    var sample = MCAPSample(seed: 5, messages: 20)
    sample.messages.sort { $0.logTime < $1.logTime }
    let bytes = try sample.write(options)
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
    let summary = try #require(scan.summary)
    let start = Int(summary.footer.summaryStart)
    var records: [MCAPRecord] = summary.catalog.schemas.map { .schema($0) }
    records += summary.catalog.channels.map { .channel($0) }
    records.append(.statistics(try #require(summary.statistics)))
    records += summary.metadataIndexes.map { .metadataIndex($0) }
    records += summary.attachmentIndexes.map { .attachmentIndex($0) }
    records += summary.chunkIndexes.map { .chunkIndex($0) }

    func rewritten(_ records: [MCAPRecord]) -> (bytes: [UInt8], places: [UInt64]) {
      var built = Built()
      built.bytes = Array(bytes[..<start])
      built.summaryStart = start
      let places = records.map { built.add($0) }
      return (built.finish(), places)
    }
    #expect(rewritten(records).bytes == bytes)
    #expect(try check(bytes).findings == [])

    /// One record is exchanged for a changed one.
    func expectFound(
      _ kind: MCAPOpcode,
      _ text: String,
      location: SourceLocation = #_sourceLocation,
      _ change: (MCAPRecord) -> MCAPRecord
    ) throws {
      let place = try #require(records.firstIndex { $0.opcode == kind }, sourceLocation: location)
      var changed = records
      changed[place] = change(records[place])
      let (bytes, places) = rewritten(changed)
      try expect(bytes, .index, at: places[place], text, location: location)
    }
    func statistics(_ change: @escaping (inout MCAPStatistics) -> Void) -> (MCAPRecord) ->
      MCAPRecord
    {
      { record in
        guard case .statistics(var found) = record else { return record }
        change(&found)
        return .statistics(found)
      }
    }
    try expectFound(.statistics, "21 messages", statistics { $0.messageCount += 1 })
    try expectFound(.statistics, "2 schemas", statistics { $0.schemaCount += 1 })
    try expectFound(.statistics, "4 channels", statistics { $0.channelCount += 1 })
    try expectFound(.statistics, "0 attachments", statistics { $0.attachmentCount -= 1 })
    try expectFound(.statistics, "0 metadata", statistics { $0.metadataCount -= 1 })
    try expectFound(.statistics, "2 chunks", statistics { $0.chunkCount += 1 })
    try expectFound(.statistics, "first time", statistics { $0.messageStartTime += 1 })
    try expectFound(.statistics, "last time", statistics { $0.messageEndTime += 1 })
    try expectFound(
      .statistics,
      "of channel 0",
      statistics {
        $0.channelMessageCounts.entries[0].value += 1
      }
    )
    try expectFound(
      .statistics,
      "channel 9, which is not known",
      statistics {
        $0.channelMessageCounts.entries[0].channelID = 9
      }
    )
    try expectFound(
      .statistics,
      "its channels have",
      statistics {
        $0.channelMessageCounts.entries.removeLast()
      }
    )
    func chunk(_ change: @escaping (inout MCAPChunkIndex) -> Void) -> (MCAPRecord) -> MCAPRecord {
      { record in
        guard case .chunkIndex(var found) = record else { return record }
        change(&found)
        return .chunkIndex(found)
      }
    }
    try expectFound(.chunkIndex, "a length of", chunk { $0.chunkLength += 1 })
    try expectFound(.chunkIndex, "a start at", chunk { $0.startTime += 1 })
    try expectFound(.chunkIndex, "an end at", chunk { $0.endTime += 1 })
    try expectFound(.chunkIndex, "a compressed size", chunk { $0.compressedSize += 1 })
    try expectFound(.chunkIndex, "an uncompressed size", chunk { $0.uncompressedSize += 1 })
    try expectFound(.chunkIndex, "another compression", chunk { $0.compression = "lz4" })
    try expectFound(.chunkIndex, "bytes of message indexes", chunk { $0.messageIndexLength += 1 })
    try expectFound(
      .chunkIndex,
      "a message index of channel 0",
      chunk {
        $0.messageIndexOffsets.entries[0].value += 1
      }
    )
    try expectFound(
      .chunkIndex,
      "it names 2 message indexes",
      chunk {
        $0.messageIndexOffsets.entries.removeLast()
      }
    )
    try expectFound(.attachmentIndex, "does not match it") { record in
      guard case .attachmentIndex(var found) = record else { return record }
      found.dataSize += 1
      return .attachmentIndex(found)
    }
    try expectFound(.metadataIndex, "does not match it") { record in
      guard case .metadataIndex(var found) = record else { return record }
      found.name += "x"
      return .metadataIndex(found)
    }
    try expectFound(.schema, "no such schema") { record in
      guard case .schema(var found) = record else { return record }
      found.name += "x"
      return .schema(found)
    }
    try expectFound(.channel, "no such channel") { record in
      guard case .channel(var found) = record else { return record }
      found.topic += "x"
      return .channel(found)
    }
    // Records that are there twice: the second one is the defect.
    for (kind, text) in [
      (MCAPOpcode.statistics, "two of them"), (.chunkIndex, "two of them"),
      (.attachmentIndex, "two of them"), (.metadataIndex, "two of them"),
    ] {
      let place = try #require(records.firstIndex { $0.opcode == kind })
      var changed = records
      changed.insert(changed[place], at: place)
      let (bytes, places) = rewritten(changed)
      let found = try check(bytes).findings
      #expect(found.count == 1 && found.first?.severity == .error)
      #expect(found.first?.problem.offset == places[place + 1])
      #expect(found.first?.problem.message.contains(text) == true)
    }
    // Groups that are torn apart.
    var torn = records
    torn.swapAt(0, 1)
    let (tornBytes, tornPlaces) = rewritten(torn)
    try expect(tornBytes, .malformed, at: tornPlaces[2], "lie together")
  }

  @Test("Summary offsets name the groups that are there")
  func summaryOffsets() throws {
    var sample = MCAPSample(seed: 5, messages: 20)
    sample.messages.sort { $0.logTime < $1.logTime }
    let bytes = try sample.write(MCAPWriterOptions())
    let footer = bytes.count - 37
    let summary = Int(bytes.loadLittleEndian(at: footer + 9, as: UInt64.self))
    let offsets = Int(bytes.loadLittleEndian(at: footer + 17, as: UInt64.self))
    var built = Built()
    built.bytes = Array(bytes[..<footer])
    built.summaryStart = summary
    built.bytes[offsets + 9 + 9] ^= 1
    var changed = built
    let wrong = changed.finish { $0.summaryOffsetStart = UInt64(offsets) }
    let report = try check(wrong)
    #expect(report.errorCount == 1 && report.findings.first?.problem.offset == UInt64(offsets))
    built.bytes[offsets + 9 + 9] ^= 1
    var moved = built
    let text = "the footer says that it is at byte 7"
    try expect(moved.finish { $0.summaryOffsetStart = 7 }, .index, at: UInt64(offsets), text)
  }

  @Test("What is allowed and not advisable is a warning, and the file passes")
  func warnings() throws {
    var built = Built(MCAPHeader())
    built.endData()
    try expect(built.finish(), .malformed, at: 8, "names no library", severity: .warning)
    built = Built(MCAPHeader(profile: "mine", library: "l"))
    built.endData()
    try expect(built.finish(), .malformed, at: 8, "is not a profile", severity: .warning)
    built = Built()
    built.add(.schema(Self.schema))
    built.add(.channel(Self.channel))
    built.add(Self.message(9))
    let late = built.add(Self.message(8))
    built.endData()
    try expect(built.finish(), .malformed, at: late, "1 messages are earlier", severity: .warning)
    built = Built()
    let unknown = UInt64(built.bytes.count)
    built.bytes += [0x70, 0, 0, 0, 0, 0, 0, 0, 0] + [0x90, 0, 0, 0, 0, 0, 0, 0, 0]
    built.endData()
    try expect(built.finish(), .unsupported, at: unknown, "unknown opcode", severity: .warning)
  }

  @Test("Many findings are counted, and some are kept")
  func manyFindings() throws {
    var built = Built()
    for _ in 0..<700 { built.add(.header(MCAPHeader(library: "again"))) }
    built.endData()
    let report = try check(built.finish())
    #expect(report.errorCount == 700 && report.findings.count == 500 && report.leftOutCount == 200)
  }

  @Test("It stops when it is asked to, and says that it has not finished")
  func stops() throws {
    var options = MCAPWriterOptions()
    options.chunkBytes = 4 << 10
    let bytes = try MCAPSample(seed: 1, messages: 300).write(options)
    let report = try MCAPChecker.check(MCAPMemorySource(bytes), shouldStop: { true })
    #expect(!report.isFinished && !report.passes && report.errorCount == 0)
  }

  @Test(
    "No file of the conformance suite has an error",
    .enabled(if: MCAPConformanceSuite.isPresent, "the conformance suite is not here"),
    arguments: MCAPConformanceSuite.variants
  )
  func conformance(variant: MCAPConformanceSuite.Variant) throws {
    let report = try check(variant.bytes)
    let errors = report.findings.filter { $0.severity == .error }.map(\.problem.message)
    #expect(report.passes && errors == [])
  }
}
