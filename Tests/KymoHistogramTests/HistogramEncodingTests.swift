import KymoDeflate
import Testing

@testable import KymoHistogram
import KymoTestSupport

@Suite("Histogram encodings") struct HistogramEncodingTests {
  private func error(_ bytes: [UInt8], maximumBucketCount: Int = 1 << 20) -> HistogramDecodingError?
  {
    do {
      _ = try Histogram(decoding: bytes, maximumBucketCount: maximumBucketCount)
      return nil
    } catch { return error }
  }

  private func compressed(_ cookie: UInt32, _ inner: [UInt8]) -> [UInt8] {
    let stream = Zlib.compress(inner)
    return HistogramSample.bytes(cookie, UInt32(stream.count)) + stream
  }

  @Test("V2 to the byte: header, runs of zeros, a single zero, counts of one and two bytes")
  func golden() throws {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    histogram.record(3, count: 1)
    histogram.record(5, count: 64)
    histogram.record(31, count: 2)
    let header: [UInt8] = [
      0x1C, 0x84, 0x93, 0x13, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1,
      0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0xE8, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0,
    ]
    // Three zeros, 1, a zero, 64, twenty-five zeros, 2.
    #expect(histogram.encodedV2() == header + [5, 2, 0, 0x80, 1, 49, 4])
    #expect(try Histogram(decoding: histogram.encodedV2()).hasSameContent(as: histogram))

    let empty = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    #expect(empty.encodedV2().suffix(1) == [0] && empty.encodedV2().count == 41)
    #expect(try Histogram(decoding: empty.encodedV2()).hasSameContent(as: empty))
    #expect(Base64.encode(histogram.encodedV2Compressed()).hasPrefix("HISTFAAA"))
  }

  @Test("packed numbers of every length", arguments: 0...63) func packedNumbers(bits: Int) {
    for value in [Int64.max >> Int64(63 - min(bits, 63)), Int64.min >> Int64(63 - bits)] {
      for value in [value, value &- 1, value &+ 1, 0 &- value] {
        var bytes: [UInt8] = []
        ZigZagLEB128.append(value, to: &bytes)
        #expect(1...9 ~= bytes.count)
        var rest = bytes[...]
        #expect(ZigZagLEB128.pop(from: &rest) == value && rest.isEmpty)
        var cut = bytes.dropLast()
        #expect(ZigZagLEB128.pop(from: &cut) == nil)
      }
    }
    var longest = ([UInt8](repeating: 0xFF, count: 9) + [1])[...]
    #expect(ZigZagLEB128.pop(from: &longest) == .min && longest == [1])
  }

  @Test("what was encoded comes back", arguments: 0..<40) func roundTrip(round: Int) throws {
    let seed = 0xE0C0_DE00 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let histogram = Histogram.random(using: &random)
    for bytes in [histogram.encodedV2(), histogram.encodedV2Compressed()] {
      #expect(try Histogram(decoding: bytes).hasSameContent(as: histogram), "seed \(seed)")
    }
  }

  @Test("V0 and V1 with counts of two, four and eight bytes", arguments: [2, 4, 8])
  func older(wordSize: Int) throws {
    let histogram = Histogram(lowest: 1000, highest: 4_000_000, significantDigits: 2)
    for value in [0, 999, 1000, 5000, 123_456, 123_456] as [Int64] { histogram.record(value) }
    let counts = (0...histogram.layout.index(of: histogram.max)).map {
      histogram.count(atIndex: $0)
    }
    let payload = counts.flatMap { HistogramSample.bigEndian($0).suffix(wordSize) }
    let size = UInt32(wordSize) << 4
    let v0 = HistogramSample.v0(size, histogram) + payload
    let v1 = HistogramSample.v1(0x1C84_9301 | size, histogram, payload.count) + payload
    #expect(try Histogram(decoding: v0).hasSameContent(as: histogram))
    #expect(try Histogram(decoding: v1).hasSameContent(as: histogram))
    // The outer cookie may name another size of counts, as jHiccup's do.
    #expect(
      try Histogram(decoding: compressed(0x1C84_9389, v0)).hasSameContent(as: histogram)
    )
    #expect(
      try Histogram(decoding: compressed(0x1C84_9322, v1)).hasSameContent(as: histogram)
    )
    #expect(error(compressed(0x1C84_9322, v0))?.kind == .cookie)
    #expect(error(compressed(0x1C84_9322, compressed(0x1C84_9322, v1)))?.kind == .cookie)
    #expect(error(v1 + [0])?.kind == .trailingBytes)
    #expect(error(v0 + [0])?.kind == .length)
    #expect(error(v0.dropLast(wordSize) + Array(repeating: 0xFF, count: wordSize))?.kind == .count)
  }

  @Test("what the header claims is checked before it is believed") func headers() {
    let good = HistogramSample.small.encodedV2()
    func with(_ place: Int, _ bytes: [UInt8]) -> HistogramDecodingError? {
      var changed = good
      changed.replaceSubrange(place..<place + bytes.count, with: bytes)
      return error(changed)
    }
    let zero: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    let huge: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    #expect(
      with(0, [0]) == HistogramDecodingError(.cookie, at: 0, "0x849313 does not begin a histogram")
    )
    #expect(with(4, [0, 0, 0, 99])?.kind == .truncated)
    #expect(with(4, [0, 0, 0, 0])?.kind == .trailingBytes)
    #expect(with(4, [0xFF, 0xFF, 0xFF, 0xFF])?.kind == .length)
    #expect(with(4, [0x7F, 0xFF, 0xFF, 0xFF])?.kind == .length)
    #expect(with(8, [0, 0, 0, 1])?.kind == .unsupported)
    #expect(with(12, [0, 0, 0, 0])?.kind == .layout)
    #expect(with(12, [0, 0, 0, 6])?.kind == .layout)
    #expect(with(12, [0xFF, 0xFF, 0xFF, 0xFF])?.kind == .layout)
    #expect(with(16, zero)?.kind == .layout)
    #expect(with(16, huge)?.kind == .layout)
    #expect(with(24, zero)?.kind == .layout)
    #expect(with(32, zero)?.kind == .unsupported)
    #expect(with(32, huge)?.kind == .unsupported)
    #expect(
      error(good, maximumBucketCount: 10)?.description
        == "byte 12: 112 buckets are more than the 10 allowed"
    )
    #expect(error(good, maximumBucketCount: .min)?.kind == .layout)
  }

  @Test("counts beyond the last bucket or 2^63 are refused") func counts() {
    let layout = HistogramSample.small.layout
    func payload(_ values: [Int64]) -> HistogramDecodingError? {
      error(HistogramSample.v2(layout, values))
    }
    #expect(payload([1, 2, -100, 3]) == nil)
    #expect(payload([1, -111]) == nil)
    #expect(
      payload([1, -112])?.description
        == "byte 41: bucket 1 and 111 more are not among the \(layout.bucketCount)"
    )
    #expect(payload([-Int64(layout.bucketCount)]) == nil)
    #expect(payload([-Int64(layout.bucketCount), 1])?.kind == .count)
    #expect(payload([.min])?.kind == .count)
    #expect(payload([.max]) == nil)
    #expect(payload([.max, 1])?.description == "byte 49: the counts add up to 2^63 or more")
    #expect(payload([Int64](repeating: 0, count: layout.bucketCount)) == nil)
    #expect(payload([Int64](repeating: 0, count: layout.bucketCount + 1))?.kind == .count)
  }

  @Test("a bomb is refused without its memory") func bomb() {
    let header = HistogramSample.small.encodedV2().prefix(40)
    let bomb = compressed(0x1C84_9314, header + [UInt8](repeating: 0, count: 16 << 20))
    #expect(bomb.count < 20_000)
    #expect(error(bomb)?.kind == .compression)
    #expect(error(bomb, maximumBucketCount: 1000)?.description.contains("9040 bytes") == true)
    // Fifty megabytes of counts out of a few bytes is what a caller can forbid.
    let wide = Histogram(lowest: 1, highest: .max, significantDigits: 5)
    #expect(wide.layout.bucketCount == HistogramLayout.maximumBucketCount)
    #expect(error(wide.encodedV2Compressed())?.kind == .layout)
  }

  @Test("every truncation is an error that says where") func truncations() {
    for bytes in [HistogramSample.small.encodedV2(), HistogramSample.small.encodedV2Compressed()] {
      for count in 0..<bytes.count {
        let found = error(Array(bytes.prefix(count)))
        #expect(
          found != nil && found?.offset ?? .max <= count,
          "\(count): \(String(describing: found))"
        )
      }
      #expect(error(bytes + [0])?.kind == .trailingBytes)
    }
  }

  @Test("flipped bits and noise never crash", arguments: 0..<8) func hostile(round: Int) {
    let seed = 0xBAD_B175 + UInt64(round)
    var random = SeededRandom(seed: seed)
    let histogram = Histogram.random(using: &random)
    let plain = histogram.encodedV2()
    for _ in 0..<200 {
      var changed = plain
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        changed[Int.random(in: 0..<changed.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      for bytes in [changed, compressed(HistogramCookie.v2Compressed, changed)] {
        guard let decoded = try? Histogram(decoding: bytes, maximumBucketCount: 1 << 13) else {
          continue
        }
        // What is accepted is a histogram: it can be used, and it encodes to itself.
        #expect(decoded.value(atPercentile: 99) >= 0)
        let again = try? Histogram(decoding: decoded.encodedV2())
        #expect(again?.hasSameContent(as: decoded) == true, "seed \(seed)")
      }
    }
    let packed = histogram.encodedV2Compressed()
    for bit in 0..<min(packed.count, 200) * 8 {
      var changed = packed
      changed[bit / 8] ^= 1 << UInt8(bit % 8)
      _ = error(changed)
    }
  }

  @Test("Base64 has one text for every meaning") func base64() {
    let pairs = ["": "", "f": "Zg==", "fo": "Zm8=", "foo": "Zm9v", "foob": "Zm9vYg=="]
    for (plain, text) in pairs {
      #expect(Base64.encode(Array(plain.utf8)) == text)
      #expect(Base64.decode(text.utf8) == Array(plain.utf8))
    }
    let all = (0...255).map { UInt8($0) }
    #expect(Base64.decode(Base64.encode(all).utf8) == all)
    for text in [
      "Z", "Zg", "Zg=", "Zh==", "Zm9=", "Zm9v=", "====", "Z===", "Zg==Zg==", "Zm 9", "Zm9\u{00E9}",
      "Zg=A", "Zg=v", "Zm8=Zm8=", "=m9v", "Z=9v",
    ] {
      #expect(Base64.decode(text.utf8) == nil, "\(text)")
    }
  }
}
