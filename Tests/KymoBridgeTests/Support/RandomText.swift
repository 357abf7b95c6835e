import KymoTestSupport

extension SeededRandom {
  /// A scalar, of all planes, with those that formats trip over more often than others.
  mutating func scalar() -> Unicode.Scalar {
    let awkward: [UInt32] = [
      0, 8, 9, 10, 12, 13, 0x1F, 0x20, 0x22, 0x23, 0x25, 0x26, 0x27, 0x2B, 0x2F, 0x3D, 0x3F, 0x5B,
      0x5C, 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x2027, 0x2028, 0x2029, 0x202A, 0xD7FF, 0xE000, 0xFEFF,
      0xFFFF, 0x10000, 0x1F600, 0x10FFFF,
    ]
    while true {
      let value =
        switch UInt8.random(in: 0..<4, using: &self) {
        case 0: awkward.randomElement(using: &self) ?? 0
        case 1: UInt32.random(in: 0..<0x80, using: &self)
        case 2: UInt32.random(in: 0..<0x3000, using: &self)
        default: UInt32.random(in: 0...0x10FFFF, using: &self)
        }
      if let scalar = Unicode.Scalar(value) { return scalar }
    }
  }

  /// A text of at most `maximum` scalars.
  mutating func text(maximum: Int = 40) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...maximum, using: &self) { text.unicodeScalars.append(scalar()) }
    return text
  }

  /// A number, of all bit patterns that are finite and of those near whole ones.
  mutating func number() -> Double {
    switch UInt8.random(in: 0..<4, using: &self) {
    case 0: return Double(Int64.random(in: -1000...1000, using: &self))
    case 1: return Double(Int64.random(in: .min ... .max, using: &self)) / 1000
    case 2: return Double.random(in: -180...180, using: &self)
    default:
      let value = Double(bitPattern: next())
      return value.isFinite ? value : .leastNonzeroMagnitude
    }
  }
}
