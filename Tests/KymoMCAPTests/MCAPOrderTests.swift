@testable import KymoMCAP
import KymoTestSupport
import Testing

/// Messages come in one order, however the file is cut into chunks.
struct MCAPOrderTests {
  /// Messages in the order of the file, with the place that breaks ties.
  private func expected(_ query: MCAPQuery, in session: MCAPSample) -> [MCAPMessage] {
    let topics = Dictionary(uniqueKeysWithValues: session.channels.map { ($0.id, $0.topic) })
    let wanted = session.messages.filter { message in
      query.times.contains(message.logTime)
        && (query.topics.map { $0.contains(topics[message.channelID] ?? "") } ?? true)
    }
    let ordered = wanted.enumerated().sorted {
      ($0.element.logTime, $0.offset) < ($1.element.logTime, $1.offset)
    }
    let messages = ordered.map(\.element)
    return query.reversed ? messages.reversed() : messages
  }

  private func read(_ query: MCAPQuery, _ reader: borrowing MCAPIndexedReader) throws
    -> [MCAPMessage]
  {
    var cursor = reader.messages(query)
    var found: [MCAPMessage] = []
    while let view = try cursor.next() { found.append(cursor.message(view)) }
    return found
  }

  private static let queries = [
    MCAPQuery(), MCAPQuery(reversed: true), MCAPQuery(topics: ["/three"]),
    MCAPQuery(topics: ["/zero", "/many"], times: 1000...2000),
    MCAPQuery(times: 500...3000, reversed: true), MCAPQuery(topics: ["/nothing"]),
    MCAPQuery(times: 0...0), MCAPQuery(topics: []),
  ]

  @Test("Overlapping chunks are merged", arguments: [1, 2, 64], [500, 4000])
  func overlapping(openChunks: Int, chunkBytes: Int) throws {
    let session = MCAPSample(seed: 21, messages: 1500)
    var options = MCAPWriterOptions(compression: .lz4)
    options.chunkBytes = chunkBytes
    let bytes = try session.write(options)
    var limits = MCAPLimits()
    limits.openChunks = openChunks
    let reader = try MCAPIndexedReader(MCAPMemorySource(bytes), limits: limits)
    let wasScanned = reader.wasScanned
    #expect(!wasScanned)
    let pairs = zip(reader.segments, reader.segments.dropFirst())
    #expect(pairs.contains { $0.endTime > $1.startTime }, "chunks do overlap")
    for query in Self.queries {
      #expect(try read(query, reader) == expected(query, in: session))
    }
    try reader.verifyIndexes()
  }

  @Test("Without a summary, or without chunks, the order is the same", arguments: [true, false])
  func scanned(chunked: Bool) throws {
    let session = MCAPSample(seed: 22, messages: 800)
    var options = MCAPWriterOptions(compression: .zstd)
    options.chunkBytes = 2000
    options.chunked = chunked
    options.statistics = false
    options.repeatChannels = false
    options.repeatSchemas = false
    options.chunkIndex = false
    let reader = try MCAPIndexedReader(MCAPMemorySource(try session.write(options)))
    let wasScanned = reader.wasScanned
    #expect(wasScanned)
    #expect(reader.catalog.channels == session.channels)
    for query in Self.queries {
      #expect(try read(query, reader) == expected(query, in: session))
    }
  }

  @Test("A scan of a good file finds the same as its summary")
  func scanEqualsSummary() throws {
    let session = MCAPSample(seed: 23, messages: 600)
    var options = MCAPWriterOptions()
    options.chunkBytes = 3000
    let source = MCAPMemorySource(try session.write(options))
    let indexed = try MCAPIndexedReader(source)
    let scanned = try MCAPIndexedReader(source, scans: true)
    #expect(scanned.wasScanned && !indexed.wasScanned)
    #expect(scanned.segments == indexed.segments)
    #expect(scanned.catalog == indexed.catalog)
    #expect(scanned.attachments == indexed.attachments)
    #expect(scanned.metadata == indexed.metadata)
    #expect(scanned.header == indexed.header)
  }

  @Test("A cut file is read in order as far as it goes")
  func cut() throws {
    let session = MCAPSample(seed: 24, messages: 600)
    var options = MCAPWriterOptions()
    options.chunkBytes = 3000
    let bytes = try session.write(options)
    let reader = try MCAPIndexedReader(MCAPMemorySource(Array(bytes[..<(bytes.count / 2)])))
    #expect(reader.problem?.kind == .magic || reader.problem?.kind == .truncated)
    let found = try read(MCAPQuery(), reader)
    #expect(found.count > 100)
    let times = found.map(\.logTime)
    #expect(times == times.sorted())
  }

  @Test("Attachments and metadata are found by name")
  func lookups() throws {
    let session = MCAPSample(seed: 25, messages: 10)
    let source = MCAPMemorySource(try session.write(MCAPWriterOptions()))
    let reader = try MCAPIndexedReader(source)
    #expect(try reader.attachment(named: "notes.txt") == session.attachment)
    #expect(try reader.metadata(named: "kymograph") == session.metadata)
    #expect(try reader.attachment(named: "other") == nil)
    #expect(try reader.metadata(named: "other") == nil)
  }

  @Test("Whatever is written is read again", arguments: 1...20 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let session = MCAPSample(seed: seed, messages: Int.random(in: 0...400, using: &random))
    var options = MCAPWriterOptions()
    options.compression = MCAPCompression.allCases[Int.random(in: 0...2, using: &random)]
    options.chunkBytes = Int.random(in: 1...5000, using: &random)
    options.chunked = Bool.random(using: &random)
    options.messageIndex = Bool.random(using: &random)
    options.chunkIndex = Bool.random(using: &random)
    options.attachmentIndex = Bool.random(using: &random)
    options.metadataIndex = Bool.random(using: &random)
    options.statistics = Bool.random(using: &random)
    options.summaryOffsets = Bool.random(using: &random)
    options.repeatSchemas = Bool.random(using: &random)
    options.repeatChannels = Bool.random(using: &random)
    options.checksums = Bool.random(using: &random)
    options.dataChecksum = Bool.random(using: &random)
    let bytes = try session.write(options)
    #expect(bytes == (try session.write(options)))
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    var others: [MCAPRecord] = []
    while let record = try reader.next() {
      switch record {
      case .message(let message): messages.append(message)
      case .attachment, .metadata: others.append(record)
      default: break
      }
    }
    #expect(messages == session.messages)
    var views = MCAPStreamReader(MCAPMemorySource(bytes))
    messages.removeAll()
    while let view = try views.nextMessage() { messages.append(views.message(view)) }
    #expect(messages == session.messages)
    #expect(views.catalog.channels == session.channels)
    let has = !session.messages.isEmpty
    #expect(others == (has ? [.attachment(session.attachment), .metadata(session.metadata)] : []))
    #expect(reader.catalog.channels == session.channels)
    let indexed = try MCAPIndexedReader(MCAPMemorySource(bytes))
    #expect(try read(MCAPQuery(), indexed) == expected(MCAPQuery(), in: session))
    try indexed.verifyIndexes()
  }
}
