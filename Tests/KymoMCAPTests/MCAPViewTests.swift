@testable import KymoMCAP
import KymoTestSupport
import Testing

/// Messages as views: what they show, how long, and what readers do with files that are not whole.
struct MCAPViewTests {
  private static func options(_ compression: MCAPCompression, _ chunked: Bool) -> MCAPWriterOptions
  {
    var options = MCAPWriterOptions(compression: compression)
    options.chunkBytes = 3000
    options.chunked = chunked
    return options
  }

  @Test(
    "A view shows what a copy holds, from a file and from a pipe",
    arguments: MCAPCompression.allCases,
    [true, false]
  )
  func stream(compression: MCAPCompression, chunked: Bool) throws {
    let session = MCAPSample(seed: 51, messages: 2500)
    let bytes = try session.write(Self.options(compression, chunked))
    for source: any MCAPByteSource in [MCAPMemorySource(bytes), MCAPUnsizedSource(bytes)] {
      var reader = MCAPStreamReader(source)
      var found: [MCAPMessage] = []
      while let view = try reader.nextMessage() {
        found.append(reader.withData(of: view) { MCAPMessage(view, $0) })
      }
      #expect(found == session.messages)
      let offset = reader.offset
      #expect(offset == UInt64(bytes.count))
      #expect(reader.catalog.channels == session.channels)
      let after = try reader.nextMessage() == nil
      #expect(after, "the end stays the end")
    }
  }

  @Test("Views and records can be asked for in turn")
  func mixed() throws {
    let session = MCAPSample(seed: 52, messages: 902)
    for chunked in [true, false] {
      let bytes = try session.write(Self.options(.none, chunked))
      var reader = MCAPStreamReader(MCAPMemorySource(bytes))
      var found: [MCAPMessage] = []
      var others = 0
      while true {
        if found.count % 2 == 0 {
          guard let view = try reader.nextMessage() else { break }
          found.append(reader.message(view))
        } else {
          guard let record = try reader.next() else { break }
          if case .message(let message) = record { found.append(message) } else { others += 1 }
        }
      }
      #expect(found == session.messages)
      #expect(others > 0)
    }
  }

  @Test("Messages larger than what is read ahead", arguments: [true, false])
  func large(chunked: Bool) throws {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: Self.options(.none, chunked))
    let channel = try writer.addChannel(topic: "/large", messageEncoding: "")
    let sizes = [0, 1, 70_000, 131_041, 131_042, 5 << 20, 3]
    for (index, size) in sizes.enumerated() {
      let time = UInt64(index)
      let data = [UInt8](repeating: UInt8(index), count: size)
      try writer.append(
        MCAPMessage(channelID: channel, sequence: 0, logTime: time, publishTime: time, data: data)
      )
    }
    _ = try writer.finish()
    for source: any MCAPByteSource in [
      MCAPMemorySource(sink.bytes), MCAPUnsizedSource(sink.bytes),
    ] {
      var reader = MCAPStreamReader(source)
      var found: [Int] = []
      while let view = try reader.nextMessage() {
        let number = UInt8(found.count)
        found.append(view.dataLength)
        let isWhole = reader.withData(of: view) { data in
          data.byteCount == 0
            || data.load(at: 0, as: UInt8.self) == number
              && data.load(at: data.byteCount - 1, as: UInt8.self) == number
        }
        #expect(isWhole)
      }
      #expect(found == sizes)
    }
    var limits = MCAPLimits()
    limits.recordBytes = chunked ? 1 << 20 : 70_021
    var reader = MCAPStreamReader(MCAPMemorySource(sink.bytes), limits: limits)
    var count = 0
    do throws(MCAPError) {
      while try reader.nextMessage() != nil { count += 1 }
      Issue.record("no error")
    } catch { #expect(error.kind == .limit) }
    #expect(count == (chunked ? 5 : 2))
  }

  @Test("A message of a channel that nothing describes is an error, also as a view")
  func unknownChannel() throws {
    let message = MCAPMessage(channelID: 9, sequence: 0, logTime: 1, publishTime: 1, data: [1])
    let record = MCAPRecord.message(message).encoded
    let chunk = MCAPChunk(
      startTime: 1,
      endTime: 1,
      uncompressedSize: UInt64(record.count),
      uncompressedCRC: 0,
      compression: "",
      records: record
    )
    for body in [record, MCAPRecord.chunk(chunk).encoded] {
      var bytes = MCAPFormat.magic + MCAPRecord.header(MCAPHeader()).encoded + body
      bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
      var reader = MCAPStreamReader(MCAPMemorySource(bytes))
      do throws(MCAPError) {
        _ = try reader.nextMessage()
        Issue.record("no error")
      } catch { #expect(error.message.hasSuffix("channel 9 is not known")) }
    }
  }

  @Test("Bytes behind the records of a chunk are left out, but are in the checksum")
  func paddedChunk() throws {
    let session = MCAPSample(seed: 53, messages: 40)
    let bytes = try session.write(Self.options(.none, true))
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
    let first = try #require(scan.segments.first)
    let start = Int(first.offset)
    var padded = Array(bytes[..<start])
    var chunk = Array(bytes[start..<start + Int(first.length)])
    let length = first.length - 9 + 70_000
    for index in 0..<8 { chunk[1 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    padded += chunk + [UInt8](repeating: 0xA5, count: 70_000)
    var checksum = ~UInt32(0)
    for byte in padded {
      checksum ^= UInt32(byte)
      for _ in 0..<8 {
        checksum = checksum & 1 != 0 ? (checksum >> 1) ^ 0xEDB8_8320 : checksum >> 1
      }
    }
    for (says, isRight) in [(~checksum, true), (checksum, false)] {
      var file = padded + MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: says)).encoded
      let footer = MCAPFooter(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0)
      file += MCAPRecord.footer(footer).encoded + MCAPFormat.magic
      var reader = MCAPStreamReader(MCAPMemorySource(file))
      var count = 0
      do throws(MCAPError) {
        while try reader.nextMessage() != nil { count += 1 }
        #expect(isRight)
      } catch {
        #expect(error.message.hasPrefix("data section"))
        #expect(!isRight)
      }
      #expect(count > 0)
    }
  }

  @Test("Chunks written topic by topic are merged within their limit")
  func byTopic() throws {
    let sink = MCAPMemorySink()
    var writer = try MCAPWriter(sink, options: Self.options(.lz4, true))
    var expected: [UInt64] = []
    for topic in 0..<4 as Range<UInt64> {
      let channel = try writer.addChannel(topic: "/\(topic)", messageEncoding: "")
      for index in 0..<500 as Range<UInt64> {
        let time = index * 4 + topic
        expected.append(time)
        try writer.append(
          MCAPMessage(channelID: channel, sequence: 0, logTime: time, publishTime: time, data: [])
        )
      }
    }
    _ = try writer.finish()
    for (limit, isEnough) in [(2000, true), (400, true), (100, false)] {
      var limits = MCAPLimits()
      limits.waitingMessages = limit
      limits.openChunks = 2
      let reader = try MCAPIndexedReader(MCAPMemorySource(sink.bytes), limits: limits)
      var cursor = reader.messages()
      var times: [UInt64] = []
      do throws(MCAPError) {
        while let view = try cursor.next() { times.append(view.logTime) }
        #expect(isEnough)
        #expect(times == expected.sorted())
      } catch {
        #expect(error.kind == .limit)
        #expect(!isEnough)
        let after = try cursor.next() == nil
        #expect(after, "after an error there is nothing more")
      }
    }
  }

  @Test("A message outside the times of its chunk is an error, in either direction")
  func lyingTimes() throws {
    func record(_ time: UInt64) -> [UInt8] {
      let message = MCAPMessage(
        channelID: 1,
        sequence: 0,
        logTime: time,
        publishTime: time,
        data: []
      )
      return MCAPRecord.message(message).encoded
    }
    let records =
      MCAPRecord.channel(MCAPChannel(id: 1, schemaID: 0, topic: "/a", messageEncoding: "")).encoded
      + record(5) + record(20)
    for (start, end) in [(6, 20), (5, 19)] as [(UInt64, UInt64)] {
      let chunk = MCAPChunk(
        startTime: start,
        endTime: end,
        uncompressedSize: UInt64(records.count),
        uncompressedCRC: 0,
        compression: "",
        records: records
      )
      var bytes = MCAPFormat.magic + MCAPRecord.header(MCAPHeader()).encoded
      bytes += MCAPRecord.chunk(chunk).encoded
      bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
      let footer = MCAPFooter(summaryStart: 0, summaryOffsetStart: 0, summaryCRC: 0)
      bytes += MCAPRecord.footer(footer).encoded + MCAPFormat.magic
      let reader = try MCAPIndexedReader(MCAPMemorySource(bytes))
      for reversed in [true, false] {
        var cursor = reader.messages(MCAPQuery(reversed: reversed))
        do throws(MCAPError) {
          _ = try cursor.next()
          Issue.record("no error")
        } catch { #expect(error.kind == .malformed) }
      }
    }
  }
}
