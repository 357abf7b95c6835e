import KymoMCAP
import Testing

/// Segments that a thread loads ahead.
@Suite("MCAP segments loaded ahead") struct MCAPReadAheadTests {
  static func sample(_ compression: MCAPCompression) throws -> (MCAPMemorySource, [MCAPSegment]) {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 1500
    let bytes = try MCAPSample(seed: 21, messages: 3000).write(options)
    let source = MCAPMemorySource(bytes)
    return (source, try MCAPSegmentScanner.scan(source).segments)
  }

  /// The messages that a decoder holds.
  static func messages(_ decoder: inout MCAPChunkDecoder) throws -> [MCAPMessage] {
    var messages: [MCAPMessage] = []
    while let view = try decoder.nextMessage() { messages.append(decoder.message(view)) }
    return messages
  }

  @Test(
    "They hold what they hold when they are loaded one by one, in whatever order they are asked for",
    arguments: [MCAPCompression.none, .lz4, .zstd]
  )
  func same(_ compression: MCAPCompression) throws {
    let (source, segments) = try Self.sample(compression)
    #expect(segments.count > 50)
    var alone = MCAPChunkDecoder()
    var ahead = MCAPChunkDecoder()
    let reading = MCAPReadAhead(source, segments.reversed(), limits: MCAPLimits())
    for segment in segments.reversed() {
      try alone.load(segment, from: source)
      try reading.load(into: &ahead)
      let expected = try Self.messages(&alone)
      #expect(try Self.messages(&ahead) == expected)
      #expect(!expected.isEmpty || segment.uncompressedSize < 1500)
    }
    #expect(ahead.catalog.channels == alone.catalog.channels)
  }

  @Test("What is wrong with one is said when its turn comes, and not before")
  func damaged() throws {
    let (source, segments) = try Self.sample(.zstd)
    var damaged = segments
    damaged[20].uncompressedCRC ^= 1
    let reading = MCAPReadAhead(source, damaged, limits: MCAPLimits())
    var decoder = MCAPChunkDecoder()
    for _ in 0..<20 {
      try reading.load(into: &decoder)
      #expect(try !Self.messages(&decoder).isEmpty)
    }
    let error = #expect(throws: MCAPError.self) { try reading.load(into: &decoder) }
    #expect(error?.kind == .checksum && error?.offset == segments[20].offset)
  }

  @Test(
    "Letting go of it in the middle ends its thread",
    .timeLimit(.minutes(1)),
    arguments: [0, 1, 7]
  )
  func letGo(_ count: Int) throws {
    let (source, segments) = try Self.sample(.lz4)
    var decoder = MCAPChunkDecoder()
    let reading = MCAPReadAhead(source, segments, limits: MCAPLimits())
    for _ in 0..<count { try reading.load(into: &decoder) }
  }
}
