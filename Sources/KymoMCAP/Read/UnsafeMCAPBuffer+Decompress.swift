/// Decompresses from one buffer into another.
///
/// SAFETY: the two are different values, each lent to the call for its length only.
extension UnsafeMCAPBuffer {
  /// Appends up to `limit` bytes to `output`.
  func decompress(
    _ compression: MCAPCompression,
    with decompressor: UnsafeMCAPDecompressor,
    into output: inout UnsafeMCAPBuffer,
    limit: Int
  ) -> UnsafeMCAPDecompressor.Ending {
    let region = unsafe UnsafeRawBufferPointer(start: base, count: count)
    let input = unsafe RawSpan(_unsafeBytes: region)
    var ending = UnsafeMCAPDecompressor.Ending.complete
    output.append(limit: limit) { ending = decompressor.decompress(input, compression, into: &$0) }
    return ending
  }
}
