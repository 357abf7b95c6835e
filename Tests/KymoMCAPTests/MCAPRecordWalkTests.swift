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

  private func piece(_ bytes: [UInt8], at place: Int = 0) -> MCAPRecordWalk.Piece {
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
}
