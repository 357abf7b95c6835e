import Foundation
@testable import KymoMCAP
import KymoTestSupport
import Testing

/// One bit at a time is turned in a small recording: the usual run takes a seeded sample of the bits, and
/// `KYMOGRAPH_LONG=1` all of them.
struct MCAPBitFlipTests {
  static let isLong = ProcessInfo.processInfo.environment["KYMOGRAPH_LONG"] == "1"

  /// The numbers of the bits that are turned.
  static func bits(of bytes: [UInt8], seed: UInt64, sample: Int) -> [Int] {
    guard !isLong else { return Array(0..<bytes.count * 8) }
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
}
