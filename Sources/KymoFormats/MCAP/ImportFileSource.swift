import KymoMCAP
import KymoRecording

/// The bytes of a file that is imported, one after the other.
final class ImportFileSource: MCAPByteSource {
  let size: UInt64? = nil
  /// Why the file could not be read on; nil if it could.
  private(set) var failure: ImportError?
  private let reader: (any ImportByteReader)?
  private var bytes: [UInt8]
  private var place = 0

  /// How many bytes are read at a time.
  private static let blockBytes = 1 << 18

  /// Begins at the start of the file.
  ///
  /// - Throws: ``ImportError`` when it cannot be opened.
  init(_ file: ImportFile) throws(ImportError) {
    reader = try file.content?.open()
    bytes = reader == nil ? file.bytes : []
  }

  func read(at offset: UInt64, into output: inout OutputRawSpan) throws(MCAPError) {
    if place == bytes.count, let reader {
      bytes.removeAll(keepingCapacity: true)
      place = 0
      do throws(ImportError) { try reader.read(Self.blockBytes, into: &bytes) } catch {
        failure = error
        throw MCAPError(.system(0), at: offset, error.description)
      }
    }
    let count = min(output.freeCapacity, bytes.count - place)
    bytes.withRawSpan(place..<place + count) { output.append(copying: $0) }
    place += count
  }
}
