/// A CRC-32 as zlib computes it.
struct MCAPChecksum: Equatable, Sendable {
  /// The checksum of the bytes so far; 0 for none.
  var value: UInt32 = 0

  private static let polynomial: UInt32 = 0xEDB8_8320

  /// x to the power of 8·2ⁿ modulo the polynomial, for every n.
  private static let powers: [UInt32] = {
    var power: UInt32 = 1 << 23
    return (0..<64).map { _ in
      defer { power = multiply(power, power) }
      return power
    }
  }()

  /// Takes `length` further bytes into account of which only the checksum is known.
  ///
  /// - Complexity: O(log length), about a microsecond: no second pass over the bytes of a chunk.
  mutating func append(_ other: MCAPChecksum, length: Int) {
    var shifted = value
    var rest = UInt64(length)
    var exponent = 0
    while rest != 0 {
      if rest & 1 != 0 { shifted = Self.multiply(shifted, Self.powers[exponent]) }
      rest >>= 1
      exponent += 1
    }
    value = shifted ^ other.value
  }

  /// The product of two polynomials over GF(2), bits reflected, modulo the polynomial.
  private static func multiply(_ left: UInt32, _ right: UInt32) -> UInt32 {
    var product: UInt32 = 0
    var factor = right
    var bit: UInt32 = 1 << 31
    while bit != 0 {
      if left & bit != 0 { product ^= factor }
      factor = factor & 1 != 0 ? (factor >> 1) ^ polynomial : factor >> 1
      bit >>= 1
    }
    return product
  }
}
