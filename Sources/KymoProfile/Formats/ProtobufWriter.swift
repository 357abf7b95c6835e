/// Writes messages of Protocol Buffers: fields by number, nothing for what is zero or empty.
struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  /// A whole number; negative ones take ten bytes.
  mutating func add(_ field: Int, _ value: Int64) {
    guard value != 0 else { return }
    key(field, 0)
    variable(UInt64(bitPattern: value))
  }

  /// A whole number.
  mutating func add(_ field: Int, _ value: Int) { add(field, Int64(value)) }

  /// Whole numbers, packed.
  mutating func add(_ field: Int, packed values: [Int64]) {
    guard !values.isEmpty else { return }
    var inner = ProtobufWriter()
    for value in values { inner.variable(UInt64(bitPattern: value)) }
    add(field, inner.bytes)
  }

  /// Text; an empty one is written too, as a list of texts counts it.
  mutating func add(_ field: Int, _ text: String) { add(field, Array(text.utf8)) }

  /// A message within the message.
  mutating func add(_ field: Int, _ message: ProtobufWriter) { add(field, message.bytes) }

  private mutating func add(_ field: Int, _ content: [UInt8]) {
    key(field, 2)
    variable(UInt64(content.count))
    bytes += content
  }

  private mutating func key(_ field: Int, _ wireType: UInt64) {
    variable(UInt64(field) << 3 | wireType)
  }

  /// Seven bits a byte, the lowest first; the eighth says that more follow.
  private mutating func variable(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
