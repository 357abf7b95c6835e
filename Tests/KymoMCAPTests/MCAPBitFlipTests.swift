@testable import KymoMCAP
import KymoTestSupport
import Testing

/// One bit at a time is turned in a small recording: the usual run takes a seeded sample of the bits, and
/// `KYMOGRAPH_LONG=1` all of them.
struct MCAPBitFlipTests {
  /// The numbers of the bits that are turned.
  static func bits(of bytes: [UInt8], seed: UInt64, sample: Int) -> [Int] {
    guard !RunLength.isLong else { return Array(0..<bytes.count * 8) }
    var random = SeededRandom(seed: seed)
    return (0..<sample).map { _ in random.below(bytes.count * 8) }
  }

  /// A recording of several chunks with everything in it that a recording can have.
  static func sample(_ compression: MCAPCompression) throws -> [UInt8] {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 700
    var sample = MCAPSample(seed: 21, messages: 30)
    sample.messages.sort { $0.logTime < $1.logTime }
    return try sample.write(options)
  }

  @Test("The strict reader finds every flipped bit", arguments: MCAPCompression.allCases)
  func check(compression: MCAPCompression) throws {
    let bytes = try Self.sample(compression)
    #expect(try MCAPChecker.check(MCAPMemorySource(bytes)).passes)
    var unseen: [Int] = []
    for bit in Self.bits(of: bytes, seed: 1, sample: 1500) {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      if try MCAPChecker.check(MCAPMemorySource(flipped)).passes { unseen.append(bit) }
    }
    #expect(unseen == [])
  }

  /// What a recovery gives.
  private struct Recovered {
    var report: MCAPRecoveryReport
    var messages: [MCAPMessage] = []
    var channels: [MCAPChannel] = []
    var schemas: [MCAPSchema] = []
    var attachments: [MCAPAttachment] = []
    var metadata: [MCAPMetadata] = []

    init(_ bytes: [UInt8]) throws {
      let sink = MCAPMemorySink()
      report = try MCAPRecovery.recover(MCAPMemorySource(bytes), into: sink)
      var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes))
      while let record = try reader.next() {
        switch record {
        case .message(let message): messages.append(message)
        case .attachment(let attachment): attachments.append(attachment)
        case .metadata(let found): metadata.append(found)
        default: break
        }
      }
      channels = reader.catalog.channels
      schemas = reader.catalog.schemas
    }
  }

  /// Which messages are missing, by their numbers; they are all different, and in order.
  private func missing(from kept: [MCAPMessage], of all: [MCAPMessage]) -> [Int] {
    let known = Set(kept.map { MCAPRecord.message($0).encoded })
    return all.indices.filter { !known.contains(MCAPRecord.message(all[$0]).encoded) }
  }

  /// For every message the bytes of the file in which it lies: its own, or those of its compressed chunk.
  private func places(of bytes: [UInt8]) throws -> [Range<UInt64>] {
    let source = MCAPMemorySource(bytes)
    var decoder = MCAPChunkDecoder()
    var places: [Range<UInt64>] = []
    for segment in try MCAPSegmentScanner.scan(source).segments {
      try decoder.load(segment, from: source)
      while let view = try decoder.nextMessage() {
        let start = segment.recordsOffset + UInt64(view.dataOffset - 31)
        let own = start..<start + UInt64(31 + view.dataLength)
        let whole = segment.offset..<segment.offset + segment.length
        places.append(segment.compression == .none ? own : whole)
      }
    }
    return places
  }

  @Test(
    "A flipped bit costs recover the record in which it lies",
    arguments: MCAPCompression.allCases
  )
  func recover(compression: MCAPCompression) throws {
    try expectLittleLost(try Self.sample(compression))
  }

  @Test("A flipped bit costs recover one record of a file without chunks")
  func recoverUnchunked() throws {
    var options = MCAPWriterOptions()
    options.chunked = false
    var sample = MCAPSample(seed: 21, messages: 30)
    sample.messages.sort { $0.logTime < $1.logTime }
    let bytes = try sample.write(options)
    // Some of these lengths reach over everything behind their record, into the summary.
    try expectLittleLost(bytes, also: try lengthBits(of: bytes))
  }

  /// The lower 16 bits of the length of every message outside of chunks.
  private func lengthBits(of bytes: [UInt8]) throws -> [Int] {
    try places(of: bytes).flatMap { place in
      (0..<16).map { (Int(place.lowerBound) + 1) * 8 + $0 }
    }
  }

  @Test("A length that reaches over thousands of records takes none", arguments: [5, 11, 18])
  func farReaching(bit: Int) throws {
    var options = MCAPWriterOptions()
    options.chunked = false
    var sample = MCAPSample(seed: 22, messages: 0)
    // 32 bytes each, so that every such length ends where another record starts.
    sample.messages = (0..<9000).map { number in
      MCAPMessage(
        channelID: 3,
        sequence: UInt32(number),
        logTime: UInt64(number),
        publishTime: 0,
        data: [UInt8(truncatingIfNeeded: number)]
      )
    }
    var bytes = try sample.write(options)
    let place = try #require(try places(of: bytes).first).lowerBound
    bytes[Int(place) + 1 + bit / 8] ^= 1 << UInt8(bit % 8)
    let found = try Recovered(bytes)
    #expect(missing(from: found.messages, of: sample.messages).allSatisfy { $0 == 0 })
    #expect(!found.report.isLossless)
  }

  @Test("A flipped bit costs one record, also where all have the size of a power of two")
  func recoverRegular() throws {
    var options = MCAPWriterOptions(compression: .none)
    options.chunkBytes = 700
    var sample = MCAPSample(seed: 21, messages: 30)
    sample.messages = (0..<30).map { number in
      MCAPMessage(
        channelID: 3,
        sequence: UInt32(number),
        logTime: UInt64(number),
        publishTime: 0,
        data: [UInt8](repeating: UInt8(number), count: 33)
      )
    }
    try expectLittleLost(try sample.write(options))
  }

  /// Turns bits of the sample, and these, one at a time, and looks at what is lost.
  private func expectLittleLost(_ bytes: [UInt8], also others: [Int] = []) throws {
    let whole = try Recovered(bytes)
    let places = try places(of: bytes)
    #expect(whole.report.isLossless && places.count == 30)
    var surprises: [String] = []
    for bit in Self.bits(of: bytes, seed: 2, sample: 600) + others {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << UInt8(bit % 8)
      let found = try Recovered(flipped)
      let byte = UInt64(bit / 8)
      for number in missing(from: found.messages, of: whole.messages)
      where !places[number].contains(byte) {
        surprises.append("bit \(bit) (byte \(byte)): message \(number) at \(places[number])")
      }
      if found.report.isLossless, found.messages != whole.messages {
        surprises.append("bit \(bit): said to be whole, with other messages")
      }
    }
    #expect(surprises == [])
  }
}
