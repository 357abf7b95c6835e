/// The part before the counts of an encoded histogram, all of it checked.
struct HistogramHeader {
  /// The longest header, in bytes.
  static let maximumLength = 40

  let version: HistogramCookie.Version
  /// How many bytes a count takes in V0 and V1; 0 in V2, where counts are packed.
  let wordSize: Int
  let layout: HistogramLayout

  /// Reads the header, whose cookie has been read, and leaves just the counts to be read.
  ///
  /// - Throws: what is wrong with it; also if its layout has more than `maximumBucketCount` buckets.
  init(
    _ cookie: HistogramCookie,
    from bytes: inout HistogramBytes,
    maximumBucketCount: Int
  ) throws(HistogramDecodingError) {
    version = cookie.version
    guard let wordSize = version == .v2 ? 0 : cookie.wordSize else {
      throw bytes.failure(.cookie, at: 0, "counts of \(cookie.wordSizeBits) bytes do not exist")
    }
    self.wordSize = wordSize
    var payloadLength: Int?
    let lengthPlace = bytes.offset
    if version != .v0 {
      payloadLength = Int(try bytes.integer(Int32.self, "length"))
      let rotation = try bytes.integer(Int32.self, "index offset")
      guard rotation == 0 else {
        throw bytes.failure(
          .unsupported,
          at: lengthPlace + 4,
          "the counts are shifted by \(rotation)"
        )
      }
    }
    let place = bytes.offset
    let digits = try bytes.integer(Int32.self, "digits")
    let lowest = try bytes.integer(Int64.self, "lowest value")
    let highest = try bytes.integer(Int64.self, "highest value")
    guard
      let layout = HistogramLayout(
        lowest: lowest,
        highest: highest,
        significantDigits: Int(digits)
      )
    else {
      throw bytes.failure(
        .layout,
        at: place,
        "there is no histogram from \(lowest) to \(highest) with \(digits) digits"
      )
    }
    guard layout.bucketCount <= maximumBucketCount else {
      throw bytes.failure(
        .layout,
        at: place,
        "\(layout.bucketCount) buckets are more than the \(maximumBucketCount) allowed"
      )
    }
    self.layout = layout
    if version == .v0 {
      _ = try bytes.integer(Int64.self, "total")  // The sum of the counts says it better.
    } else {
      let ratioPlace = bytes.offset
      let ratio = Double(bitPattern: try bytes.integer(UInt64.self, "conversion ratio"))
      guard ratio == 1 else {
        throw bytes.failure(.unsupported, at: ratioPlace, "values are scaled by \(ratio)")
      }
    }
    try checkLength(payloadLength, at: lengthPlace, bytes)
  }

  private func checkLength(
    _ stated: Int?,
    at place: Int,
    _ bytes: HistogramBytes
  ) throws(HistogramDecodingError) {
    let length = stated ?? bytes.rest.count
    let unit = wordSize == 0 ? ZigZagLEB128.maximumLength : wordSize
    guard 0...unit * layout.bucketCount ~= length, wordSize == 0 || length % wordSize == 0 else {
      throw bytes.failure(
        .length,
        at: place,
        "\(length) bytes are not the counts of \(layout.bucketCount) buckets"
      )
    }
    if length > bytes.rest.count {
      throw bytes.failure(
        .truncated,
        "\(length) bytes of counts are announced, \(bytes.rest.count) are there"
      )
    }
    if length < bytes.rest.count {
      throw bytes.failure(
        .trailingBytes,
        at: bytes.offset + length,
        "\(bytes.rest.count - length) bytes follow the counts"
      )
    }
  }
}
