/// Writes CDR by its rules, for tests that read it: four bytes of header, then fields aligned to their sizes.
struct CDRMessage {
  var bytes: [UInt8] = [0, 1, 0, 0]

  mutating func add<Integer: FixedWidthInteger>(_ value: Integer) {
    let size = Integer.bitWidth / 8
    while (bytes.count - 4) % size != 0 { bytes.append(0xEE) }
    for index in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> Integer(index * 8))) }
  }

  mutating func add(_ value: Double) { add(value.bitPattern) }

  mutating func add(_ values: [Double]) { for value in values { add(value) } }

  mutating func add(_ text: String) {
    add(UInt32(text.utf8.count + 1))
    bytes += Array(text.utf8) + [0]
  }
}
