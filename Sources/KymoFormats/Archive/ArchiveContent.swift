import KymoRecording

/// A file in an archive, unpacked anew by everybody who reads it.
struct ArchiveContent: ImportContent {
  /// The archive.
  let archive: UnsafeInputFile
  /// Whether it is a zip, and no tar.
  let isZip: Bool
  /// How many entries stand before it.
  let place: Int
  /// The name for messages.
  let name: String

  func open() throws(ImportError) -> any ImportByteReader {
    try Reader(self)
  }

  /// Reads the entry from its beginning to its end.
  private final class Reader: ImportByteReader {
    private let content: ArchiveContent
    private let descriptor: Int32
    private var archive: UnsafeArchive

    init(_ content: ArchiveContent) throws(ImportError) {
      self.content = content
      descriptor = try content.archive.reopened()
      do throws(ArchiveError) {
        archive = try UnsafeArchive(descriptor: descriptor, isZip: content.isZip)
      } catch {
        UnsafeInputFile.close(descriptor)
        throw content.changed
      }
      for _ in 0...content.place {
        guard let member = try? archive.next() else { throw content.changed }
        _ = member
        if content.archive.shouldStop() { throw .interrupted }
      }
    }

    deinit { UnsafeInputFile.close(descriptor) }

    func read(_ count: Int, into bytes: inout [UInt8]) throws(ImportError) {
      if content.archive.shouldStop() { throw .interrupted }
      let before = bytes.count
      do throws(ArchiveError) {
        _ = try archive.read(count, into: &bytes)
      } catch {
        throw content.changed
      }
      content.archive.didRead(bytes.count - before)
    }
  }

  /// It could be read before.
  private var changed: ImportError {
    .archive(
      file: name,
      reason: "it cannot be unpacked again",
      remedy: "leave the archive as it is while it is imported"
    )
  }
}
