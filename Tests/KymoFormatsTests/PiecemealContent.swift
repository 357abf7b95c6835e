import KymoRecording
import Synchronization

/// A file that is handed out in small pieces, and may be another one when it is read again.
final class PiecemealContent: ImportContent {
  private let texts: [[UInt8]]
  private let pieceLength: Int
  private let openCount = Atomic<Int>(0)

  /// Gives `texts` one after the other, the last of them from then on, some bytes at a time.
  init(_ texts: String..., pieceLength: Int) {
    self.texts = texts.map { Array($0.utf8) }
    self.pieceLength = pieceLength
  }

  func open() -> any ImportByteReader {
    let count = openCount.add(1, ordering: .relaxed).oldValue
    return Reader(texts[min(count, texts.count - 1)], pieceLength)
  }

  private final class Reader: ImportByteReader {
    private var rest: ArraySlice<UInt8>
    private let pieceLength: Int

    init(_ bytes: [UInt8], _ pieceLength: Int) {
      rest = bytes[...]
      self.pieceLength = pieceLength
    }

    func read(_ count: Int, into bytes: inout [UInt8]) {
      let piece = rest.prefix(min(count, pieceLength))
      bytes += piece
      rest = rest.dropFirst(piece.count)
    }
  }
}
