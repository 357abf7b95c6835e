import KymoCore
import Testing

@testable import KymoDevice

@Suite("CAF files") struct SoundFileTests {
  @Test("give back every sample", arguments: [0, 1, 2, 1000, 44_100]) func readBack(count: Int)
    throws
  {
    var random = Xoshiro256StarStar(seed: 5, stream: UInt64(count))
    let samples = (0..<count).map { _ in Int16(truncatingIfNeeded: random.next()) }
    let bytes = try #require(UnsafeSoundFile.encode(samples))
    #expect(UnsafeSoundFile.frames(in: bytes) == count)
    #expect(UnsafeSoundFile.decode(bytes) == samples)
    #expect(UnsafeSoundFile.encode(samples) == bytes)
  }

  @Test("have the extremes, and the description of what they hold") func header() throws {
    let samples: [Int16] = [.min, .max, 0, -1, 256]
    let bytes = try #require(UnsafeSoundFile.encode(samples))
    #expect(UnsafeSoundFile.decode(bytes) == samples)
    #expect(bytes.starts(with: "caff".utf8))
    // Apple's Core Audio Format specification: mSampleRate is a big-endian double, here 44,100.
    #expect(Array(bytes[0x14..<0x20]) == [0x40, 0xE5, 0x88, 0x80, 0, 0, 0, 0] + Array("lpcm".utf8))
    #expect(Array(bytes.suffix(10)) == [0, 0x80, 0xFF, 0x7F, 0, 0, 0xFF, 0xFF, 0, 1])
  }

  @Test("that are damaged never give more samples than they have bytes for", arguments: 0..<20)
  func damage(seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed, stream: 0)
    let whole = try #require(UnsafeSoundFile.encode(Array(repeating: 77, count: 300)))
    for _ in 0..<50 {
      var bytes = whole
      for _ in 0..<random.integer(1...4) {
        // Mostly within the chunks' heads, not in the filling.
        let place = random.chance(0.2) ? random.integer(0xFF0...0x1010) : random.integer(4...0x40)
        bytes[place] = UInt8(truncatingIfNeeded: random.next())
      }
      if random.chance(0.3) { bytes.removeLast(random.integer(1...bytes.count)) }
      let frames = UnsafeSoundFile.frames(in: bytes)
      let samples = UnsafeSoundFile.decode(bytes)
      #expect((frames ?? 0) * 2 <= bytes.count, "seed \(seed)")
      #expect(samples == nil || samples?.count == frames, "seed \(seed)")
    }
  }
}
