@testable import KymoMCAP
import Testing

/// What the writer puts into chunks comes out of the scanner and the decoder again.
struct MCAPChunkTests {
  @Test("Chunks of every compression", arguments: MCAPCompression.allCases, [true, false])
  func roundTrip(compression: MCAPCompression, chunked: Bool) throws {
    let session = MCAPSample(seed: 7, messages: 5000)
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 16 << 10
    options.chunked = chunked
    let bytes = try session.write(options)
    #expect(bytes == (try session.write(options)), "the same input gives the same bytes")

    let source = MCAPMemorySource(bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    #expect(scan.ending == .complete)
    #expect(scan.catalog.channels.count == 3)
    #expect(scan.segments.allSatisfy { $0.kind == (chunked ? .chunk : .messages) })
    if chunked { #expect(scan.segments.count > 10) }
    var decoder = MCAPChunkDecoder()
    var found: [MCAPMessage] = []
    for segment in scan.segments {
      try decoder.load(segment, from: source)
      var times: [UInt64] = []
      while let view = try decoder.nextMessage() {
        found.append(decoder.message(view))
        times.append(view.logTime)
      }
      #expect(segment.startTime == times.min() ?? 0)
      #expect(segment.endTime == times.max() ?? 0)
    }
    #expect(found == session.messages)
    #expect(scan.summary?.statistics?.messageCount == 5000)
  }

  @Test("An empty file is whole")
  func empty() throws {
    let sink = MCAPMemorySink()
    let writer = try MCAPWriter(sink)
    _ = try writer.finish()
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    #expect(scan.ending == .complete)
    #expect(scan.segments.isEmpty)
  }

  @Test("Channels without a message are kept")
  func silentChannel() throws {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    let channel = try writer.addChannel(topic: "/silent", messageEncoding: "cdr")
    let statistics = try writer.finish()
    #expect(channel == 1)
    #expect(statistics.channelCount == 1)
    #expect(statistics.messageCount == 0)
    let source = MCAPMemorySource(sink.bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    var decoder = MCAPChunkDecoder()
    try decoder.load(try #require(scan.segments.first), from: source)
    let first = try decoder.nextMessage()
    #expect(first?.offset == nil)
    #expect(decoder.catalog.channel(1)?.topic == "/silent")
  }

  @Test("Schemas and channels get the ids that follow those which are there")
  func nextIDs() throws {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink)
    try writer.register(MCAPSchema(id: 6, name: "six", encoding: "", data: []))
    let schema = try writer.addSchema(name: "text", encoding: "jsonschema", data: [1, 2])
    let channel = try writer.addChannel(topic: "/text", messageEncoding: "json", schemaID: schema)
    let other = try writer.addChannel(topic: "/bytes", messageEncoding: "")
    #expect(schema == 7 && channel == 1 && other == 2)
    _ = try writer.finish()
    let catalog = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes)).catalog
    #expect(catalog.channel(channel)?.schemaID == 7 && catalog.channel(other)?.schemaID == 0)
    #expect(catalog.schema(7)?.name == "text" && catalog.schema(7)?.data == [1, 2])
  }

  @Test("A message larger than a chunk has its own, and those after it are of the usual size")
  func largeMessage() throws {
    let sink = MCAPMemorySink()
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 1000
    var writer = try MCAPWriter(sink, options: options)
    let channel = try writer.addChannel(topic: "/a", messageEncoding: "")
    for index in 0..<100 {
      let data = [UInt8](repeating: UInt8(index), count: index == 10 ? 5000 : 20)
      let time = UInt64(index)
      try writer.append(
        MCAPMessage(channelID: channel, sequence: 0, logTime: time, publishTime: time, data: data)
      )
    }
    _ = try writer.finish()
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    let sizes = scan.segments.map(\.uncompressedSize)
    #expect(sizes.filter { $0 > 1000 } == [5031])
  }

  @Test("A full disk leaves whole chunks behind, and the writer says no from then on")
  func fullDisk() throws {
    let session = MCAPSample(seed: 3, messages: 2000)
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 4 << 10
    let sink = MCAPMemorySink(limit: 50_000)
    let error = #expect(throws: MCAPError.self) {
      try session.write(options, to: sink)
    }
    guard case .system? = error?.kind else {
      Issue.record("\(error?.message ?? "no error")")
      return
    }
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
    #expect(scan.segments.count > 5)
    #expect(scan.ending != .complete)
  }
}
