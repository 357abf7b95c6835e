/// The bytes that a ``CDRReader`` reads.
///
/// SAFETY: the pointer is that of a span which is lent for the length of ``CDRReader/read(_:_:)``; the
/// reader that holds this value is noncopyable and passed `inout` there, so that it cannot be kept. Every
/// access is checked against the count before the load, and all loads are of integers, for which every bit
/// pattern is a value.
@safe struct UnsafeCDRBytes {
  private let bytes: UnsafeRawBufferPointer

  @unsafe init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

  var count: Int { unsafe bytes.count }

  /// Whether `count` bytes lie at `offset`.
  func has(_ count: Int, at offset: Int) -> Bool {
    offset >= 0 && count >= 0 && offset <= self.count && count <= self.count - offset
  }

  /// The little-endian integer at a byte; traps outside.
  func load<Integer: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Integer {
    precondition(has(MemoryLayout<Integer>.size, at: offset), "the reader checks first")
    return Integer(
      littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Integer.self)
    )
  }

  /// Lends some of the bytes; traps if they are not there.
  func lend<Result, Failure: Error>(
    _ offset: Int,
    _ count: Int,
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(has(count, at: offset), "the reader checks first")
    let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    return try body(unsafe RawSpan(_unsafeBytes: part))
  }
}

extension CDRReader {
  /// Lets `body` read a message field by field.
  ///
  /// - Parameters:
  ///   - message: the whole message, its header of four bytes included.
  ///   - body: gets the reader, which stands before the first field.
  /// - Returns: what `body` returns.
  /// - Throws: ``CDRError/encapsulation`` if the message is not plain little-endian CDR; what `body` throws.
  public static func read<Result>(
    _ message: RawSpan,
    _ body: (inout CDRReader) throws(CDRError) -> Result
  ) throws(CDRError) -> Result {
    var failure = CDRError.encapsulation
    let result = unsafe message.withUnsafeBytes { buffer -> Result? in
      let bytes = unsafe UnsafeCDRBytes(buffer)
      guard bytes.count >= headerBytes, bytes.load(at: 0) as UInt16 == 0x100 else { return nil }
      var reader = CDRReader(bytes)
      do throws(CDRError) { return try body(&reader) } catch { failure = error }
      return nil
    }
    guard let result else { throw failure }
    return result
  }
}
