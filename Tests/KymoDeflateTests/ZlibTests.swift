import KymoDeflate
import Testing

@Suite("zlib and CRC-32") struct ZlibTests {
  private func bytes(_ count: Int) -> [UInt8] { (0..<count).map { UInt8(($0 / 3) & 0xFF) } }

  private func error(_ stream: [UInt8], limit: Int = 1 << 20) -> ZlibError? {
    do {
      _ = try Zlib.decompress(stream.span, maximumCount: limit)
      return nil
    } catch { return error }
  }

  @Test("the checksum of the standard, whole and in parts") func checksum() {
    let text = Array("123456789".utf8)
    #expect(CRC32.update(0, with: unsafe text.span.bytes) == 0xCBF4_3926)
    let first = CRC32.update(0, with: unsafe text.span.bytes.extracting(first: 4))
    #expect(
      CRC32.update(first, with: unsafe text.span.bytes.extracting(droppingFirst: 4)) == 0xCBF4_3926
    )
    #expect(CRC32.update(7, with: unsafe [UInt8]().span.bytes) == 7)
  }

  @Test("what was compressed comes back", arguments: [0, 1, 40, 4095, 4096, 4097, 100_000])
  func roundTrip(count: Int) throws {
    let original = bytes(count)
    for level in [0, 1, Zlib.bestLevel] {
      let stream = Zlib.compress(original, level: level)
      #expect(try Zlib.decompress(stream.span, maximumCount: 1 << 20) == original)
      #expect(try Zlib.decompress(stream.span, maximumCount: count) == original)
    }
  }

  @Test("a stream of zlib itself is read") func foreign() throws {
    // zlib.compress(b"kymograph") of Python.
    let stream: [UInt8] = [
      0x78, 0x9C, 0xCB, 0xAE, 0xCC, 0xCD, 0x4F, 0x2F, 0x4A, 0x2C, 0xC8, 0x00, 0x00, 0x13, 0x5F,
      0x03, 0xD3,
    ]
    let text = try Zlib.decompress(stream.span, maximumCount: 100)
    #expect(String(decoding: text, as: UTF8.self) == "kymograph")
  }

  @Test("damage, a wrong end and a bomb are named") func refusals() {
    let stream = Zlib.compress(bytes(5000))
    #expect(error([]) == .damaged)
    #expect(error(Array(stream.dropLast())) == .damaged)
    #expect(error(stream + [0]) == .trailingBytes(streamLength: stream.count))
    #expect(error(stream, limit: 4999) == .tooLarge(limit: 4999))
    let bomb = Zlib.compress([UInt8](repeating: 0, count: 8 << 20))
    #expect(bomb.count < 16 << 10)
    #expect(error(bomb) == .tooLarge(limit: 1 << 20))
    #expect("\(ZlibError.tooLarge(limit: 5))" == "expands to more than 5 bytes")
  }

  @Test("no truncation and no flipped bit gets through, or crashes") func hostile() {
    let stream = Zlib.compress(bytes(300))
    for count in 0..<stream.count { #expect(error(Array(stream.prefix(count))) == .damaged) }
    for bit in 0..<stream.count * 8 {
      var changed = stream
      changed[bit / 8] ^= 1 << (bit % 8)
      // Some bits mean nothing, such as those that fill the last byte up.
      guard let read = try? Zlib.decompress(changed.span, maximumCount: 1 << 20) else { continue }
      #expect(read == bytes(300), "bit \(bit)")
    }
  }

  @Test("what was compressed comes back, whatever stands around it", arguments: [0, 5000])
  func wrapped(count: Int) throws {
    for wrapping in [Zlib.Wrapping.zlib, .gzip, .none] {
      let stream = Zlib.compress(bytes(count), wrapping)
      #expect(try Zlib.decompress(stream.span, wrapping, maximumCount: count) == bytes(count))
    }
    // No flags, no time.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0]
    #expect(Zlib.compress(bytes(count), .gzip).prefix(8) == head[...])
  }

  @Test("streams of gzip, and bare ones, are read to their ends") func wrappings() throws {
    // gzip.compress(b"kymograph", mtime=0) of Python, and the same without what stands around it.
    let gzip: [UInt8] = [
      0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xCB, 0xAE, 0xCC, 0xCD, 0x4F,
      0x2F, 0x4A, 0x2C, 0xC8, 0x00, 0x00, 0x07, 0xE3, 0x84, 0x57, 0x09, 0x00, 0x00, 0x00,
    ]
    let bare: [UInt8] = [
      0xCB, 0xAE, 0xCC, 0xCD, 0x4F, 0x2F, 0x4A, 0x2C, 0xC8, 0x00, 0x00,
    ]
    let text = Array("kymograph".utf8)
    #expect(try Zlib.decompress(gzip.span, .gzip, maximumCount: 100) == text)
    let twice = gzip + gzip
    #expect(try Zlib.decompress(twice.span, .gzip, maximumCount: 100) == text + text)
    #expect(try Zlib.decompress(bare.span, .none, maximumCount: 100) == text)
    let long = bare + [0]
    #expect(throws: ZlibError.trailingBytes(streamLength: bare.count)) {
      try Zlib.decompress(long.span, .none, maximumCount: 100)
    }
    #expect(throws: ZlibError.tooLarge(limit: 12)) {
      try Zlib.decompress(twice.span, .gzip, maximumCount: 12)
    }
    #expect(throws: ZlibError.damaged) {
      try Zlib.decompress(bare.span, .gzip, maximumCount: 100)
    }
  }
}
