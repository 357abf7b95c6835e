import CDeflate

/// Streams in the format of zlib (RFC 1950), all at once and in memory.
///
/// SAFETY: every pointer comes with the length of the array or span that it is of, and lives for one
/// call. Compressor and decompressor are freed in the function that allocated them. An array that C
/// fills is cut to the count that C returned, which C never puts above the capacity it was given.
public enum Zlib {
  /// The level that compresses best, and slowest.
  public static let bestLevel = 12

  /// How many bytes one byte of a stream expands to at most.
  static let maximumExpansion = 1032

  /// Compresses `bytes`; equal bytes give an equal stream as long as the library is the same.
  ///
  /// A gzip header has neither a time nor a name. The corresponding C functions are
  /// `libdeflate_zlib_compress`, `libdeflate_gzip_compress` and `libdeflate_deflate_compress`.
  ///
  /// - Precondition: `level` is in `0...12`.
  /// - Complexity: O(bytes).
  public static func compress(
    _ bytes: [UInt8],
    _ wrapping: Wrapping = .zlib,
    level: Int = bestLevel
  ) -> [UInt8] {
    precondition(0...12 ~= level, "compression levels are 0...12")
    guard let compressor = unsafe libdeflate_alloc_compressor(Int32(level)) else {
      preconditionFailure("out of memory")
    }
    defer { unsafe libdeflate_free_compressor(compressor) }
    let (bound, function) =
      switch wrapping {
      case .zlib:
        unsafe (
          libdeflate_zlib_compress_bound(compressor, bytes.count), libdeflate_zlib_compress
        )
      case .gzip:
        unsafe (
          libdeflate_gzip_compress_bound(compressor, bytes.count), libdeflate_gzip_compress
        )
      case .none:
        unsafe (
          libdeflate_deflate_compress_bound(compressor, bytes.count), libdeflate_deflate_compress
        )
      }
    return unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
      count = unsafe bytes.withUnsafeBytes { source in
        unsafe function(
          compressor,
          source.baseAddress,
          source.count,
          target.baseAddress,
          bound
        )
      }
    }
  }

  /// Expands one stream, which must fill `stream` to its end.
  ///
  /// The memory taken never exceeds `maximumCount` bytes, nor 1,032 for each byte given, so that a
  /// small stream cannot claim a large memory. The corresponding C function is
  /// `libdeflate_zlib_decompress_ex`.
  ///
  /// - Precondition: `maximumCount` is not negative.
  /// - Throws: what is wrong with the stream.
  /// - Complexity: O(bytes given and returned).
  public static func decompress(
    _ stream: Span<UInt8>,
    maximumCount: Int
  ) throws(ZlibError) -> [UInt8] {
    let (bytes, used) = try expand(stream, .zlib, maximumCount: maximumCount)
    guard used == stream.count else { throw .trailingBytes(streamLength: used) }
    return bytes
  }

  /// The format around compressed bytes.
  public enum Wrapping: Sendable {
    /// That of RFC 1950.
    case zlib
    /// That of RFC 1952; several streams may follow each other.
    case gzip
    /// Nothing.
    case none
  }

  /// Expands a stream of any kind, which must fill `stream` to its end.
  ///
  /// Memory is bounded as that of ``decompress(_:maximumCount:)``.
  ///
  /// - Precondition: `maximumCount` is not negative.
  /// - Throws: what is wrong with the stream.
  /// - Complexity: O(bytes given and returned).
  public static func decompress(
    _ stream: Span<UInt8>,
    _ wrapping: Wrapping,
    maximumCount: Int
  ) throws(ZlibError) -> [UInt8] {
    var (bytes, place) = try expand(stream, wrapping, maximumCount: maximumCount)
    while place < stream.count {
      guard wrapping == .gzip else { throw .trailingBytes(streamLength: place) }
      let rest = stream.extracting(place..<stream.count)
      do throws(ZlibError) {
        let (more, used) = try expand(rest, wrapping, maximumCount: maximumCount - bytes.count)
        bytes += more
        place += used
      } catch {
        if case .tooLarge = error { throw .tooLarge(limit: maximumCount) }
        throw error
      }
    }
    return bytes
  }

  private static func expand(
    _ stream: Span<UInt8>,
    _ wrapping: Wrapping,
    maximumCount: Int
  ) throws(ZlibError) -> (bytes: [UInt8], used: Int) {
    precondition(maximumCount >= 0, "a negative limit")
    guard let decompressor = unsafe libdeflate_alloc_decompressor() else {
      preconditionFailure("out of memory")
    }
    defer { unsafe libdeflate_free_decompressor(decompressor) }
    let function =
      switch wrapping {
      case .zlib: unsafe libdeflate_zlib_decompress_ex
      case .gzip: unsafe libdeflate_gzip_decompress_ex
      case .none: unsafe libdeflate_deflate_decompress_ex
      }
    let (product, overflow) = stream.count.multipliedReportingOverflow(by: maximumExpansion)
    let limit = min(maximumCount, overflow ? .max : product)
    var capacity = min(limit, 4096)
    while true {
      var used = 0
      var status = LIBDEFLATE_BAD_DATA
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(capacity, 1)) { target, count in
        var written = 0
        status = unsafe stream.withUnsafeBufferPointer { source in
          unsafe function(
            decompressor,
            source.baseAddress,
            source.count,
            target.baseAddress,
            capacity,
            &used,
            &written
          )
        }
        count = status == LIBDEFLATE_SUCCESS ? written : 0
      }
      switch status {
      case LIBDEFLATE_SUCCESS: return (bytes, used)
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        guard capacity < limit else { throw .tooLarge(limit: maximumCount) }
        capacity = capacity > limit / 8 ? limit : capacity * 8
      default: throw .damaged
      }
    }
  }
}
