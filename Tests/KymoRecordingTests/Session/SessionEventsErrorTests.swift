import KymoCore
import KymoRecording
import Testing
import KymoMCAP

/// What is wrong with a file is said, with the byte at which it lies, and never played.
@Suite("Session events, broken") struct SessionEventsErrorTests {
  /// A file of one chunk that states other times than those of its messages.
  private func lying(_ start: UInt64, _ end: UInt64, times: [UInt64]) -> [UInt8] {
    var records: [UInt8] = []
    let sample = SessionSample()
    records += MCAPRecord.schema(sample.schemas[0]).encoded
    records += MCAPRecord.channel(sample.channels[0]).encoded
    for time in times {
      let message = MCAPMessage(
        channelID: 1,
        sequence: 0,
        logTime: time,
        publishTime: time,
        data: SessionSample.acceleration(1)
      )
      records += MCAPRecord.message(message).encoded
    }
    let chunk = MCAPChunk(
      startTime: start,
      endTime: end,
      uncompressedSize: UInt64(records.count),
      uncompressedCRC: 0,
      compression: "",
      records: records
    )
    return MCAPFormat.magic + MCAPRecord.header(MCAPHeader(profile: "", library: "")).encoded
      + MCAPRecord.chunk(chunk).encoded
      + MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
      + MCAPRecord.footer(MCAPFooter(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0)).encoded
      + MCAPFormat.magic
  }

  /// Where the first chunk starts in the files made here.
  private var chunkStart: UInt64 {
    UInt64(
      MCAPFormat.magic.count
        + MCAPRecord.header(MCAPHeader(profile: "", library: "")).encoded.count
    )
  }

  @Test(
    "a chunk that lies about its times",
    arguments: [([9], 10, 20), ([15, 21], 10, 20), ([12, 11], 12, 12)]
      as [([UInt64], UInt64, UInt64)]
  )
  func lies(times: [UInt64], start: UInt64, end: UInt64) throws {
    let error = try #require(SessionSample.error(in: lying(start, end, times: times)))
    #expect(error.kind == .malformed && error.offset == chunkStart)
    #expect(error.message.hasPrefix("chunk at byte \(chunkStart): "))
    #expect(error.message.hasSuffix("ns, outside the times it states"))
  }

  @Test("a chunk that states its times right, or wider ones, is played")
  func honest() throws {
    #expect(try SessionSample.events(in: lying(9, 21, times: [9, 21])).count == 2)
    #expect(try SessionSample.events(in: lying(0, 1000, times: [9, 21])).count == 2)
    // Some writers leave the times as they were initialised: largest to smallest.
    #expect(try SessionSample.events(in: lying(.max, 0, times: [9, 21])).count == 2)
  }

  @Test("a time beyond 2262, which no event can have")
  func farFuture() throws {
    let limit = UInt64(Int64.max)
    #expect(try SessionSample.events(in: lying(0, .max, times: [limit]))[0].timestamp == .max)
    let error = try #require(SessionSample.error(in: lying(0, .max, times: [limit + 1])))
    // A valid file, only not one that can be replayed: salvaging it would change nothing.
    #expect(error.kind == .unsupported && error.offset == chunkStart)
    #expect(error.message.contains("9223372036854775808 ns, beyond the year 2262"))
    #expect(SessionSample.error(in: lying(.max, .max, times: [.max]))?.kind == .unsupported)
  }

  @Test("a channel that is not described")
  func unknownChannel() throws {
    var bytes = lying(0, 10, times: [5])
    // The channel id of the message follows its opcode and length.
    let message = MCAPRecord.message(
      MCAPMessage(
        channelID: 1,
        sequence: 0,
        logTime: 5,
        publishTime: 5,
        data: SessionSample.acceleration(1)
      )
    ).encoded
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: message) }
    )
    bytes[place + 9] = 0x34
    bytes[place + 10] = 0x12
    let error = try #require(SessionSample.error(in: bytes))
    #expect(error.kind == .malformed && error.offset == chunkStart)
    #expect(error.message.contains("channel 4660, which is not described"))
  }

  @Test(
    "a schema or an encoding that is not the one of the topic",
    arguments: [
      ("sensor_msgs/msg/Imu", "cdr"), ("geometry_msgs/msg/Vector3", "json"),
      ("kymograph/msg/Location", "cdr"),
    ]
  )
  func wrongSchema(schema: String, encoding: String) throws {
    var sample = SessionSample()
    sample.schemas[0].name = schema
    sample.channels[0].messageEncoding = encoding
    sample.addAcceleration(1, at: 1)
    let error = try #require(SessionSample.error(in: sample.written()))
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("channel 1 (/accelerometer) at byte "))
    #expect(error.message.contains("its schema is \(schema) in \(encoding)"))
    #expect(error.message.contains("replay needs geometry_msgs/msg/Vector3 in cdr"))
  }

  @Test("a channel without any schema")
  func noSchema() throws {
    var sample = SessionSample()
    sample.channels[1].schemaID = 0
    sample.addLocation(1, at: 1)
    let error = try #require(SessionSample.error(in: sample.written()))
    #expect(error.kind == .unsupported && error.message.contains("its schema is none in cdr"))
  }

  @Test("a wrong schema on a channel without messages does not matter")
  func silentChannel() throws {
    var sample = SessionSample()
    sample.schemas[1].name = "other"
    sample.addAcceleration(1, at: 1)
    #expect(try sample.events().count == 1)
  }

  @Test("CDR that is cut off, or big-endian, or nothing", arguments: [1, 2] as [UInt16])
  func cdr(channel: UInt16) throws {
    let whole = channel == 1 ? SessionSample.acceleration(1) : SessionSample.location(1)
    var bigEndian = whole
    bigEndian[1] = 0
    for data in [Array(whole.dropLast()), Array(whole[..<4]), [], bigEndian] {
      var sample = SessionSample()
      sample.addAcceleration(0, at: 0)
      sample.add(channel, at: 1, data)
      let bytes = try sample.written()
      let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
      let error = try #require(SessionSample.error(in: bytes), "\(data.count) bytes")
      #expect(error.kind == .unsupported && error.offset == scan.segments[0].offset)
      let topic = channel == 1 ? "/accelerometer" : "/location"
      #expect(error.message.hasPrefix("channel \(channel) (\(topic)) at byte"))
      #expect(
        error.message.contains(
          "its message at 1 ns is not little-endian CDR of at least \(whole.count) bytes"
        )
      )
    }
  }

  @Test("a file that is cut off is not half a session")
  func cut() throws {
    var sample = SessionSample()
    for index in 0..<100 { sample.addAcceleration(Double(index), at: UInt64(index)) }
    let bytes = try sample.written()
    for length in [bytes.count - 1, bytes.count - 9, bytes.count / 2, 60] {
      let error = try #require(SessionSample.error(in: Array(bytes[..<length])), "\(length) bytes")
      #expect(error.kind == .truncated || error.kind == .magic, "\(error)")
    }
  }

  @Test("what lies before a broken chunk is still given out")
  func brokenLater() throws {
    var sample = SessionSample()
    sample.options.chunkBytes = 300
    for index in 0..<100 { sample.addAcceleration(Double(index), at: UInt64(index)) }
    var bytes = try sample.written()
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
    let broken = scan.segments[4]
    bytes[Int(broken.recordsOffset) + 40] ^= 1
    let source = MCAPMemorySource(bytes)
    var events = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: SessionSample.routing
    )
    var count = 0
    do {
      while let event = try events.next() {
        #expect(event.payload.acceleration.x == Double(count))
        count += 1
      }
      Issue.record("no error")
    } catch SessionError.file(let error) {
      #expect(error.kind == .checksum && error.offset == broken.offset)
    }
    #expect(UInt64(count) > scan.segments[2].endTime)
    #expect(UInt64(count) <= broken.startTime)
  }
}
