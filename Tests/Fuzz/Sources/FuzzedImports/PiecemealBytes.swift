import KymoRecording

/// Bytes that are handed out some at a time.
final class PiecemealBytes: ImportContent {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func open() -> any ImportByteReader { Reader(bytes) }

  private final class Reader: ImportByteReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    func read(_ count: Int, into bytes: inout [UInt8]) {
      let piece = rest.prefix(min(count, 7))
      bytes += piece
      rest = rest.dropFirst(piece.count)
    }
  }
}
