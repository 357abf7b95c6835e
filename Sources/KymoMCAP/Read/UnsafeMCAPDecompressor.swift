import CLZ4
import CZstd

/// The decompressors' contexts, kept from chunk to chunk.
///
/// SAFETY: each context is made here, used by this object alone, and freed once, by `deinit`; a noncopyable
/// value owns the object and shares it with nobody. Source and target of every call come with their lengths
/// from one span each; the libraries promise to stay within them whatever the input is.
@safe final class UnsafeMCAPDecompressor {
  /// How decompression ended.
  enum Ending: Equatable {
    /// The input is used up, at the end of a frame.
    case complete
    /// The input ends within a frame.
    case cut
    /// There is more output than room for it.
    case overflow
    /// The library's own words.
    case damaged(String)
  }

  /// How many bytes of the input the whole frames took that it begins with.
  private(set) var frameBytes = 0

  private var zstd: OpaquePointer?
  private var lz4: OpaquePointer?

  init() {}

  deinit {
    unsafe ZSTD_freeDCtx(zstd)
    unsafe LZ4F_freeDecompressionContext(lz4)
  }

  /// Appends to `output` what can be decompressed, until it is full or the input ends or is damaged.
  func decompress(
    _ input: RawSpan,
    _ compression: MCAPCompression,
    into output: inout OutputRawSpan
  ) -> Ending {
    frameBytes = 0
    switch compression {
    case .none:
      output.append(copying: input.extracting(first: min(input.byteCount, output.freeCapacity)))
      return output.byteCount < input.byteCount ? .overflow : .complete
    case .zstd: return zstd(input, into: &output)
    case .lz4: return lz4(input, into: &output)
    }
  }

  private func zstd(_ input: RawSpan, into output: inout OutputRawSpan) -> Ending {
    if unsafe zstd == nil { unsafe zstd = ZSTD_createDCtx() }
    let context = unsafe zstd
    _ = unsafe ZSTD_DCtx_reset(context, ZSTD_reset_session_only)
    return unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target, count in
        var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        var to = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
        var hint = 0
        while true {
          let before = unsafe (from.pos, to.pos)
          hint = unsafe ZSTD_decompressStream(context, &to, &from)
          count = unsafe to.pos
          guard ZSTD_isError(hint) == 0 else {
            return .damaged(unsafe String(cString: ZSTD_getErrorName(hint)))
          }
          if hint == 0 { frameBytes = unsafe from.pos }
          if hint == 0, unsafe from.pos == from.size { return .complete }
          if unsafe before == (from.pos, to.pos) { break }
        }
        return unsafe to.pos == to.size && from.pos < from.size ? .overflow : .cut
      }
    }
  }

  private func lz4(_ input: RawSpan, into output: inout OutputRawSpan) -> Ending {
    if unsafe lz4 == nil {
      _ = unsafe LZ4F_createDecompressionContext(&lz4, UInt32(LZ4F_VERSION))
    }
    let context = unsafe lz4
    unsafe LZ4F_resetDecompressionContext(context)
    return unsafe input.withUnsafeBytes { source in
      unsafe output.withUnsafeMutableBytes { target, count in
        guard let from = source.baseAddress, let to = target.baseAddress else {
          return source.count == 0 ? .cut : .overflow
        }
        var used = 0
        while true {
          var produced = target.count - count
          var consumed = source.count - used
          let hint = unsafe LZ4F_decompress(
            context,
            to + count,
            &produced,
            from + used,
            &consumed,
            nil
          )
          guard LZ4F_isError(hint) == 0 else {
            return .damaged(unsafe String(cString: LZ4F_getErrorName(hint)))
          }
          count += produced
          used += consumed
          if hint == 0 { frameBytes = used }
          if hint == 0, used == source.count { return .complete }
          if produced == 0 && consumed == 0 { break }
        }
        return count == target.count && used < source.count ? .overflow : .cut
      }
    }
  }
}
