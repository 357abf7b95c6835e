import CSimdJSON
import KymoHTTP

/// Percent escapes to bytes.
///
/// SAFETY: `decode` reads within `source`, whose index it compares with the count before every look ahead,
/// and writes at most `capacity` bytes, which it counts: eight at once only where there is room for eight. The
/// callers' destinations have that capacity and are apart from the source.
@safe struct UnsafePercentDecoder {
  /// How a text was decoded.
  enum Result {
    /// To so many bytes; where the first escape beyond ASCII is, or -1, and whether nothing is beyond ASCII.
    case decoded(count: Int, highEscape: Int, isASCII: Bool)
    /// A bad escape at this index.
    case badEscape(Int)
    /// More bytes than the capacity.
    case full
  }

  /// Decodes `source`; a plus sign stays one.
  static func decode(
    _ source: UnsafeRawBufferPointer,
    into destination: UnsafeMutablePointer<UInt8>,
    capacity: Int
  ) -> Result {
    guard let bytes = source.baseAddress else {
      return .decoded(count: 0, highEscape: -1, isASCII: true)
    }
    let end = source.count
    var index = 0
    var count = 0
    var highEscape = -1
    var seen: UInt64 = 0  // All bytes, or-ed.
    while index < end {
      let room = capacity &- count
      if room == 0 { return .full }
      var byte = unsafe bytes.load(fromByteOffset: index, as: UInt8.self)
      if byte == UInt8(ascii: "%") {
        guard end &- index > 2,
          let value = unsafe HexDigit.value(
            of: bytes.load(fromByteOffset: index &+ 1, as: UInt8.self),
            bytes.load(fromByteOffset: index &+ 2, as: UInt8.self)
          )
        else { return .badEscape(index) }
        byte = value
        if byte >= 0x80, highEscape < 0 { highEscape = index }
        index &+= 2
      } else if room >= 8 {
        // What is behind the next escape is of the text as well, so it may be seen twice.
        let word = unsafe ByteWord.load(bytes, at: index, end: end)
        unsafe ByteWord.store(word, at: destination + count)
        seen |= word
        let rest = end &- index
        let marks = ByteWord.marks(of: UInt8(ascii: "%"), in: word)
        if marks == 0, rest >= 8 {
          // Not by a length that depends on the word: the next load need not wait for this one.
          index &+= 8
          count &+= 8
          continue
        }
        let run = min(ByteWord.first(marks), rest)
        index &+= run
        count &+= run
        continue
      }
      seen |= UInt64(byte)
      unsafe destination[count] = byte
      count &+= 1
      index &+= 1
    }
    return .decoded(
      count: count,
      highEscape: highEscape,
      isASCII: ByteWord.isASCII(seen)
    )
  }
}

extension JSONDocument {
  /// Decodes `range` of `url` into the source.
  mutating func fill(
    decoding range: Range<Int>,
    of url: Span<UInt8>,
    mode: CallMode
  ) throws(CallError) {
    reset()
    let result = unsafe url.extracting(range).withUnsafeBytes { text in
      unsafe UnsafePercentDecoder.decode(text, into: source, capacity: limits.messageBytes)
    }
    switch result {
    case .decoded(let count, let highEscape, _):
      if mode == .legacy, highEscape >= 0 {
        throw .notASCII(offset: range.lowerBound + highEscape)
      }
      length = count
    case .badEscape(let index): throw .badPercentEscape(offset: range.lowerBound + index)
    case .full: throw .tooLong(limit: limits.messageBytes)
    }
  }

  /// Copies `text` into the source; false if it is too long.
  mutating func fill(_ text: RawSpan) -> Bool {
    reset()
    guard text.byteCount <= limits.messageBytes else { return false }
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe UnsafeMutableRawPointer(source).copyMemory(from: start, byteCount: bytes.count)
    }
    length = text.byteCount
    return true
  }

  /// Whether the source is UTF-8.
  var sourceIsUTF8: Bool { unsafe simdjson_is_utf8(source, length) }
}

extension UnsafeTextBuffer {
  /// Replaces the text by `range` of `url`, decoded.
  mutating func fill(decoding range: Range<Int>, of url: Span<UInt8>) throws(CallError) {
    reset()
    let result = unsafe url.extracting(range).withUnsafeBytes { text in
      unsafe UnsafePercentDecoder.decode(text, into: bytes, capacity: capacity)
    }
    switch result {
    case .decoded(let count, _, let isASCII):
      self.count = count
      guard unsafe isASCII || simdjson_is_utf8(bytes, count) else { throw .invalidUTF8 }
    case .badEscape(let index): throw .badPercentEscape(offset: range.lowerBound + index)
    case .full: throw .tooLong(limit: capacity)
    }
  }

  /// Replaces the text by `range` of `url`, as it is.
  mutating func fill(_ range: Range<Int>, of url: Span<UInt8>) throws(CallError) {
    reset()
    append(unsafe url.extracting(range).bytes)
    if isOverfull { throw .tooLong(limit: capacity) }
    guard unsafe simdjson_is_utf8(bytes, count) else { throw .invalidUTF8 }
  }

  /// Appends `text` with all bytes but those that `keeps` says yes to as escapes.
  mutating func append(percentEncoded text: RawSpan, keeping keeps: (UInt8) -> Bool) {
    text.withBytes { text in
      for index in text.indices {
        let byte = text[index]
        if keeps(byte) {
          append(byte)
        } else {
          append(UInt8(ascii: "%"))
          append(Self.hexDigit(byte >> 4, letter: UInt8(ascii: "A")))
          append(Self.hexDigit(byte & 15, letter: UInt8(ascii: "A")))
        }
      }
    }
  }
}
