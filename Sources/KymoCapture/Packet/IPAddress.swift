/// The address of a machine, of either version of IP.
public struct IPAddress: Hashable, Sendable, Comparable {
  /// The first 64 bits.
  public let high: UInt64
  /// The last 64 bits; of version 4 the address behind 0xFFFF, as such addresses are mapped.
  public let low: UInt64

  /// An address of version 6.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// An address of version 4.
  public init(v4: UInt32) { self.init(high: 0, low: 0xFFFF << 32 | UInt64(v4)) }

  /// An address of version 4 by its four numbers.
  public init(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
    self.init(
      v4: UInt32(first) << 24 | UInt32(second) << 16 | UInt32(third) << 8 | UInt32(fourth)
    )
  }

  /// The address if it is of version 4.
  public var v4: UInt32? {
    high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil
  }

  /// By their numbers.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
}

extension IPAddress: CustomStringConvertible {
  /// As it is usually written: `127.0.0.1`, `::1`.
  public var description: String {
    if let v4 {
      return [24, 16, 8, 0].map { String(v4 >> UInt32($0) & 0xFF) }.joined(separator: ".")
    }
    let groups = [high, low].flatMap { half in
      [48, 32, 16, 0].map { UInt16(truncatingIfNeeded: half >> UInt64($0)) }
    }
    // The longest run of two or more zeros, the first of several, is left out.
    var best = 0..<0
    var start = 0
    for end in 0...8 where end == 8 || groups[end] != 0 {
      if end - start > max(best.count, 1) { best = start..<end }
      start = end + 1
    }
    func text(_ part: ArraySlice<UInt16>) -> String {
      part.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if best.isEmpty { return text(groups[...]) }
    return text(groups[..<best.lowerBound]) + "::" + text(groups[best.upperBound...])
  }
}
