import KymoDeflate

extension Histogram {
  /// The histogram in HdrHistogram's V2 encoding: layout and counts, big-endian.
  ///
  /// The values that were out of range are not in it, nor the exact extremes: a reader takes those
  /// of the buckets.
  ///
  /// - Complexity: O(`layout.bucketCount`); 40 bytes, and 9 per bucket at most.
  public func encodedV2() -> [UInt8] {
    var payload: [UInt8] = []
    var zeros: Int64 = 0
    // An empty histogram has one count, a zero, as in every other implementation.
    let last = totalCount > 0 ? recordedIndices.upperBound : 1
    for index in 0..<last {
      let count = count(atIndex: index)
      if count == 0 {
        zeros += 1
        continue
      }
      Self.appendZeros(zeros, to: &payload)
      zeros = 0
      ZigZagLEB128.append(count, to: &payload)
    }
    Self.appendZeros(zeros, to: &payload)

    var bytes: [UInt8] = []
    bytes.reserveCapacity(40 + payload.count)
    bytes.append(bigEndian: HistogramCookie.v2)
    bytes.append(bigEndian: UInt32(payload.count))
    bytes.append(bigEndian: UInt32(0))  // Where a rotated array of counts begins; ours is not.
    bytes.append(bigEndian: UInt32(layout.significantDigits))
    bytes.append(bigEndian: layout.lowest)
    bytes.append(bigEndian: layout.highest)
    bytes.append(bigEndian: (1.0).bitPattern)  // One unit of the histogram is one of the values.
    return bytes + payload
  }

  /// The histogram in HdrHistogram's compressed V2 encoding: what interval logs hold as Base64.
  ///
  /// - Complexity: O(`layout.bucketCount`).
  public func encodedV2Compressed() -> [UInt8] {
    let stream = Zlib.compress(encodedV2())
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 + stream.count)
    bytes.append(bigEndian: HistogramCookie.v2Compressed)
    bytes.append(bigEndian: UInt32(stream.count))
    return bytes + stream
  }

  /// A run of zeros is its negative length; a single one is just that.
  private static func appendZeros(_ count: Int64, to payload: inout [UInt8]) {
    if count > 0 { ZigZagLEB128.append(count == 1 ? 0 : -count, to: &payload) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
    for place in (0..<value.bitWidth / 8).reversed() {
      append(UInt8(truncatingIfNeeded: value >> (8 * place)))
    }
  }
}
