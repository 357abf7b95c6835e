import Testing

@testable import KymoMCAP

/// Which records among damaged bytes are believed.
@Suite("Walk over damaged records") struct MCAPRecordWalkTests {
  private let walk: MCAPRecordWalk = {
    var knows = [Bool](repeating: false, count: 1 << 16)
    knows[1] = true
    return MCAPRecordWalk(knows: knows)
  }()

  /// A message of channel 1, of 31 bytes and its data.
  private func message(_ data: [UInt8] = []) -> [UInt8] {
    let message = MCAPMessage(channelID: 1, sequence: 0, logTime: 1, publishTime: 1, data: data)
    return MCAPRecord.message(message).encoded
  }

  private func piece(
    _ bytes: [UInt8],
    at place: Int = 0,
    outsideChunks: Bool = false
  ) -> MCAPRecordWalk.Piece {
    var walk = walk
    walk.isOutsideChunks = outsideChunks
    var buffer = UnsafeMCAPBuffer(capacity: bytes.count)
    buffer.put(bytes: bytes)
    return walk.piece(at: place, in: buffer)
  }

  @Test("A record is one if the bytes end behind it, or another one follows")
  func records() {
    let one = message([1, 2, 3])
    #expect(piece(one) == .record(0..<34))
    #expect(piece(one + one) == .record(0..<34))
    #expect(piece(one + one, at: 34) == .record(34..<68))
    // The damage may be in the record behind it.
    #expect(piece(one + [9, 9]) == .record(0..<34))
    #expect(piece([9, 9] + one) == .rubbish(0..<2))
    #expect(piece([9, 9]) == .rubbish(0..<2))
    var unknown = one
    unknown[9] = 2
    #expect(piece(unknown + one) == .rubbish(0..<34))
  }

  @Test("A message whose length reaches over others is none, up to the first of those")
  func swallowed() {
    let inner = message() + message([7])
    #expect(piece(message(inner) + message()) == .rubbish(0..<31))
    #expect(piece(message([5, 5] + inner) + message()) == .rubbish(0..<33))
    // What only looks like the beginning of others is data.
    let data = message() + [UInt8](repeating: 0xFF, count: 40)
    #expect(piece(message(data) + message()) == .record(0..<102))
  }

  @Test("More than 4,096 records in a message are not there by chance, wherever they end")
  func chain() {
    let rubbish = [UInt8](repeating: 0xFF, count: 40)
    for (count, isBelieved) in [(4096, true), (4097, false), (5000, false)] {
      let data = Array(repeating: message(), count: count).flatMap { $0 } + rubbish
      let outer = message(data)
      let expected: MCAPRecordWalk.Piece =
        isBelieved ? .record(0..<outer.count) : .rubbish(0..<31)
      #expect(piece(outer + message()) == expected, "\(count) records")
    }
  }

  @Test("The shortest schema and the shortest channel are records, and none that lacks a byte is")
  func shortest() {
    let schema = MCAPRecord.schema(MCAPSchema(id: 1, name: "", encoding: "", data: [])).encoded
    let channel = MCAPRecord.channel(
      MCAPChannel(id: 1, schemaID: 0, topic: "", messageEncoding: "")
    ).encoded
    #expect(schema.count == 9 + 14 && channel.count == 9 + 16)
    for record in [schema, channel] {
      #expect(piece(record + message()) == .record(0..<record.count))
      var cut = Array(record.dropLast())
      cut[1] -= 1
      #expect(piece(cut + message()) == .rubbish(0..<cut.count))
    }
  }

  @Test("An attachment outside of chunks is one if its fields fill it")
  func attachment() {
    let attachment = MCAPAttachment(
      logTime: 1,
      createTime: 2,
      name: "n",
      mediaType: "t",
      data: [1, 2]
    )
    let record = MCAPRecord.attachment(attachment).encoded
    #expect(piece(record + message(), outsideChunks: true) == .record(0..<record.count))
    #expect(piece(record + message()) == .rubbish(0..<record.count))
    // Its name says that it is longer than the record.
    var longer = record
    longer[9 + 16] = 200
    #expect(piece(longer + message(), outsideChunks: true) == .rubbish(0..<record.count))
    // The data say that they are one byte longer, or shorter.
    for difference in [-1, 1] {
      var other = record
      let place = 9 + 16 + 5 + 5
      other[place] = UInt8(Int(other[place]) + difference)
      #expect(piece(other + message(), outsideChunks: true) == .rubbish(0..<record.count))
    }
  }

  @Test("A chunk is one if its fields fill it") func chunk() {
    // Times, size and checksum; no compression; no records.
    let record: [UInt8] = [6, 40, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 40)
    #expect(piece(record + message(), outsideChunks: true) == .record(0..<record.count))
    for (place, value) in [(9 + 28, 200 as UInt8), (9 + 28, 5), (9 + 32, 1)] {
      var other = record
      other[place] = value
      #expect(piece(other + message(), outsideChunks: true) == .rubbish(0..<record.count))
    }
  }

  @Test("An index of a chunk is one if its fields fill it") func chunkIndex() {
    // Times, place and length; an offset for one channel; what indexes take; a compression of two bytes; two sizes.
    let fields: [[UInt8]] = [
      .init(repeating: 0, count: 32), [10, 0, 0, 0], .init(repeating: 0, count: 10),
      .init(repeating: 0, count: 8), [2, 0, 0, 0, 0x7A, 0x7A], .init(repeating: 0, count: 16),
    ]
    let record: [UInt8] = [8, 76, 0, 0, 0, 0, 0, 0, 0] + fields.flatMap { $0 }
    #expect(record.count == 9 + 76)
    #expect(piece(record + message(), outsideChunks: true) == .record(0..<record.count))
    for (place, value) in [(9 + 32, 11 as UInt8), (9 + 54, 1), (9 + 54, 3), (9 + 54, 200)] {
      var other = record
      other[place] = value
      #expect(piece(other + message(), outsideChunks: true) == .rubbish(0..<record.count))
    }
  }

  @Test("Where nobody counted messages none is missing")
  func uncounted() {
    var report = MCAPRecoveryReport()
    #expect(report.messagesMissing == 0 && !report.wasStopped)
    report.messagesCounted = 3
    #expect(report.messagesMissing == 3 && !report.isLossless)
    report.messagesKept = 1
    report.messagesDropped = 1
    #expect(report.messagesMissing == 1)
    report.messagesRefused = 5
    #expect(report.messagesMissing == 0)
  }
}
