/// Reads the fields of a message of Protobuf, one after the other.
///
/// The encoding: https://protobuf.dev/programming-guides/encoding/
struct ProtobufFields {
  /// The value of a field, by its wire type.
  enum Value {
    case integer(UInt64)
    /// Eight bytes, or four.
    case fixed(UInt64)
    /// The place of a text, a message or packed numbers.
    case bytes(Range<Int>)
  }

  private let bytes: [UInt8]
  private var place: Int
  private let end: Int
  /// Whether nothing was broken so far.
  private(set) var isWhole = true

  /// Begins with the first field.
  init(_ bytes: [UInt8], _ range: Range<Int>? = nil) {
    self.bytes = bytes
    place = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  /// The number and the value of the next field; nil at the end, and before what is broken.
  mutating func next() -> (number: Int, value: Value)? {
    guard place < end, isWhole else { return nil }
    guard let key = varint(), let number = Int(exactly: key >> 3), number > 0 else {
      return broken()
    }
    switch key & 7 {
    case 0:
      guard let value = varint() else { return broken() }
      return (number, .integer(value))
    case 1:
      guard place <= end - 8 else { return broken() }
      defer { place += 8 }
      return (number, .fixed(bytes.integer(at: place, 8)))
    case 2:
      guard let length = varint(), length <= UInt64(end - place) else { return broken() }
      defer { place += Int(length) }
      return (number, .bytes(place..<place + Int(length)))
    case 5:
      guard place <= end - 4 else { return broken() }
      defer { place += 4 }
      return (number, .fixed(bytes.integer(at: place, 4)))
    default: return broken()
    }
  }

  private mutating func broken() -> (number: Int, value: Value)? {
    isWhole = false
    return nil
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard place < end else { return nil }
      let byte = bytes[place]
      place += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }
}
