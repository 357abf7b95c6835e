/// An angle as a fraction of a full turn, in units of 2⁻⁶⁴: it wraps by itself and never loses
/// precision.
///
/// Its sine is a polynomial of this file and not libm's: additions and multiplications round the
/// same way on every machine, while the last bit of a libm sine depends on its version, and a seed
/// or a recording is to mean the same bytes.
@frozen public struct BinaryAngle: Equatable, BitwiseCopyable, Sendable {
  /// The fraction, in units of 2⁻⁶⁴ turns.
  public var bits: UInt64

  /// Takes the fraction in units of 2⁻⁶⁴ turns.
  @inlinable @inline(__always) public init(bits: UInt64) { self.bits = bits }

  /// Takes an angle in turns; whole turns are dropped.
  ///
  /// - Precondition: the magnitude of `turns` is below 2⁶³.
  @inlinable @inline(__always) public init(turns: Double) {
    let fraction = turns - Double(Int64(turns))
    bits = UInt64(bitPattern: Int64(fraction * 0x1p63)) &* 2
  }

  /// The angle in degrees, 0..<360.
  @inlinable public var degrees: Double { Double(bits >> 11) * (360 * 0x1p-53) }

  /// The sine, within 10⁻¹¹ of the true one.
  ///
  /// Always inlined: where a call of another module is seen, accesses around it are tracked.
  @inlinable @inline(__always) public var sine: Double {
    // In half turns, folded to -0.5...0.5, where the sine of the rest is the same.
    var half = Double(Int64(bitPattern: bits)) * 0x1p-63
    if half > 0.5 { half = 1 - half }
    if half < -0.5 { half = -1 - half }
    let angle = half * Double.pi
    let square = angle * angle
    var sum = 1.0 / 1_307_674_368_000  // Taylor: 1/15!, 1/13! and so on.
    sum = 1.0 / 6_227_020_800 - square * sum
    sum = 1.0 / 39_916_800 - square * sum
    sum = 1.0 / 362_880 - square * sum
    sum = 1.0 / 5040 - square * sum
    sum = 1.0 / 120 - square * sum
    sum = 1.0 / 6 - square * sum
    return angle * (1 - square * sum)
  }

  /// The cosine, within 10⁻¹¹ of the true one.
  @inlinable @inline(__always) public var cosine: Double { BinaryAngle(bits: bits &+ 1 << 62).sine }

  /// Goes on by an angle in turns; a negative one goes back.
  ///
  /// - Precondition: the magnitude of `turns` is below 2⁶³.
  @inlinable public mutating func advance(turns: Double) {
    bits &+= BinaryAngle(turns: turns).bits
  }
}
