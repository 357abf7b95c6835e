@testable import KymoHistogram

/// Encoded histograms, put together field by field.
enum HistogramSample {
  /// A histogram of 112 buckets with four values.
  static var small: Histogram {
    let histogram = Histogram(lowest: 1, highest: 1000, significantDigits: 1)
    for value in [1, 7, 500, 999] as [Int64] { histogram.record(value) }
    return histogram
  }

  static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func bytes(_ words: UInt32...) -> [UInt8] { words.flatMap { bigEndian($0) } }

  /// The header of V0, of whose cookie the word size is given.
  static func v0(_ wordSize: UInt32, _ histogram: Histogram) -> [UInt8] {
    let layout = histogram.layout
    return bytes(0x1C84_9308 | wordSize, UInt32(layout.significantDigits))
      + bigEndian(layout.lowest) + bigEndian(layout.highest) + bigEndian(histogram.totalCount)
  }

  /// The header of V1.
  static func v1(_ cookie: UInt32, _ histogram: Histogram, _ length: Int) -> [UInt8] {
    header(cookie, histogram.layout, length)
  }

  /// A V2 histogram with any payload.
  static func v2(_ layout: HistogramLayout, _ values: [Int64]) -> [UInt8] {
    var payload: [UInt8] = []
    for value in values { ZigZagLEB128.append(value, to: &payload) }
    return header(HistogramCookie.v2, layout, payload.count) + payload
  }

  private static func header(_ cookie: UInt32, _ layout: HistogramLayout, _ length: Int) -> [UInt8]
  {
    bytes(cookie, UInt32(length), 0, UInt32(layout.significantDigits))
      + bigEndian(layout.lowest) + bigEndian(layout.highest) + bigEndian((1.0).bitPattern)
  }
}
