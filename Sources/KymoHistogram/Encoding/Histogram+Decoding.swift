import KymoDeflate

extension Histogram {
  /// Reads a histogram in one of HdrHistogram's encodings: V0, V1 or V2, plain or compressed.
  ///
  /// Nothing in the bytes is believed before it was checked. A compressed part expands to no more
  /// than the largest allowed layout can need, nor to more than 1,032 times its length; memory for
  /// the counts is taken only when the header is sound. Reads no `DoubleHistogram`, and none whose
  /// counts were shifted.
  ///
  /// - Parameters:
  ///   - bytes: the whole encoding and nothing else.
  ///   - maximumBucketCount: the largest layout that is accepted; 8 bytes of memory for each bucket.
  /// - Throws: what is wrong, and where.
  /// - Complexity: O(bytes + buckets).
  public convenience init(
    decoding bytes: [UInt8],
    maximumBucketCount: Int = HistogramLayout.maximumBucketCount
  ) throws(HistogramDecodingError) {
    var reader = HistogramBytes(bytes[...], isInCompressedPart: false)
    var cookie = try Self.cookie(&reader)
    if cookie.isCompressed {
      let outer = cookie
      let expanded = try Self.expand(&reader, maximumBucketCount: maximumBucketCount)
      reader = HistogramBytes(expanded[...], isInCompressedPart: true)
      cookie = try Self.cookie(&reader)
      guard !cookie.isCompressed, cookie.version == outer.version else {
        throw reader.failure(.cookie, at: 0, "a \(outer.version) histogram was announced")
      }
    }
    let header = try HistogramHeader(cookie, from: &reader, maximumBucketCount: maximumBucketCount)
    self.init(layout: header.layout)
    try fill(from: &reader, wordSize: header.wordSize)
  }

  private static func cookie(
    _ reader: inout HistogramBytes
  ) throws(HistogramDecodingError) -> HistogramCookie {
    let word = try reader.integer(UInt32.self, "cookie")
    guard let cookie = HistogramCookie(word) else {
      let digits = String(word, radix: 16)
      throw reader.failure(.cookie, at: 0, "0x\(digits) does not begin a histogram")
    }
    return cookie
  }

  private static func expand(
    _ reader: inout HistogramBytes,
    maximumBucketCount: Int
  ) throws(HistogramDecodingError) -> [UInt8] {
    let place = reader.offset
    let length = Int(try reader.integer(Int32.self, "length"))
    guard length >= 0 else { throw reader.failure(.length, at: place, "the length is \(length)") }
    guard length <= reader.rest.count else {
      throw reader.failure(
        .truncated,
        "\(length) compressed bytes are announced, \(reader.rest.count) are there"
      )
    }
    guard length == reader.rest.count else {
      throw reader.failure(
        .trailingBytes,
        at: reader.offset + length,
        "\(reader.rest.count - length) bytes follow the compressed part"
      )
    }
    let buckets = Swift.min(Swift.max(maximumBucketCount, 0), HistogramLayout.maximumBucketCount)
    do throws(ZlibError) {
      return try Zlib.decompress(
        reader.rest.span,
        maximumCount: HistogramHeader.maximumLength + buckets * ZigZagLEB128.maximumLength
      )
    } catch {
      throw reader.failure(.compression, "the compressed part \(error)")
    }
  }

  /// Reads counts until the bytes end.
  private func fill(
    from reader: inout HistogramBytes,
    wordSize: Int
  ) throws(HistogramDecodingError) {
    var index = 0
    while !reader.rest.isEmpty {
      let place = reader.offset
      let count: Int64 =
        switch wordSize {
        case 2: Int64(try reader.integer(Int16.self, "count"))
        case 4: Int64(try reader.integer(Int32.self, "count"))
        case 8: try reader.integer(Int64.self, "count")
        default: try reader.packed()
        }
      if count < 0, wordSize != 0 {
        throw reader.failure(.count, at: place, "the count of bucket \(index) is \(count)")
      }
      // In V2 a negative count is a run of empty buckets.
      let run = count < 0 ? count.magnitude : 1
      guard run <= UInt64(layout.bucketCount - index) else {
        throw reader.failure(
          .count,
          at: place,
          "bucket \(index) and \(run - 1) more are not among the \(layout.bucketCount)"
        )
      }
      if count > 0 {
        guard !totalCount.addingReportingOverflow(count).overflow else {
          throw reader.failure(.count, at: place, "the counts add up to 2^63 or more")
        }
        record(layout.lowestEquivalent(ofIndex: index), count: count)
      }
      index += Int(run)
    }
  }
}
