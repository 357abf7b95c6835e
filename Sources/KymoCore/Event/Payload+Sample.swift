/// The fields of a sample: a CDR body of at most 48 bytes, its fields where CDR aligns them.
extension Payload {
  /// A sample of up to six doubles, such as the three components of a vector.
  @inlinable public init(
    doubles first: Double,
    _ second: Double = 0,
    _ third: Double = 0,
    _ fourth: Double = 0,
    _ fifth: Double = 0,
    _ sixth: Double = 0
  ) {
    word0 = first.bitPattern
    word1 = second.bitPattern
    word2 = third.bitPattern
    word3 = fourth.bitPattern
    word4 = fifth.bitPattern
    word5 = sixth.bitPattern
  }

  /// Eight bytes, as the integer that they are in little-endian order.
  ///
  /// - Precondition: `index` is in 0...5.
  @inlinable public func word(_ index: Int) -> UInt64 {
    switch index {
    case 0: word0
    case 1: word1
    case 2: word2
    case 3: word3
    case 4: word4
    case 5: word5
    default: preconditionFailure("a payload has six words")
    }
  }

  /// The double that lies at byte 8 · `index`.
  ///
  /// - Precondition: `index` is in 0...5.
  @inlinable public func double(_ index: Int) -> Double { Double(bitPattern: word(index)) }

  /// The float that lies at byte 4 · `index`.
  ///
  /// - Precondition: `index` is in 0...11.
  @inlinable public func float(_ index: Int) -> Float {
    index & 1 == 0 ? Self.low(word(index >> 1)) : Self.high(word(index >> 1))
  }

  /// The integer that lies at byte `offset`, which CDR aligns to its size.
  ///
  /// - Precondition: `offset` is a multiple of the integer's size and within the 48 bytes, and the integer
  ///   has at most 8.
  @inlinable public func integer<Integer: FixedWidthInteger>(
    atByte offset: Int,
    as type: Integer.Type = Integer.self
  ) -> Integer {
    let bytes = Integer.bitWidth >> 3
    precondition(bytes <= 8 && offset & (bytes - 1) == 0, "CDR aligns an integer to its size")
    return Integer(truncatingIfNeeded: word(offset >> 3) &>> UInt64((offset & 7) << 3))
  }
}
