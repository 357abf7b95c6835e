import KymoDeflate
import KymoRecording

/// Holds what a gzip file unpacks to against the checksums and lengths in it, which libarchive passes over.
///
/// Memory does not depend on the length of the file, but on how often it looks like the beginning of a
/// gzip member: some bytes for each, and by chance that is once in 128 MB.
struct GzipCheck {
  /// The file.
  let source: UnsafeInputFile
  /// The most bytes that it may unpack to.
  let limit: Int

  /// The verdict on a file.
  enum Verdict: Equatable {
    /// It is what was packed.
    case sound
    /// It is something else; why, in words.
    case damaged(String)
    /// Its parts cannot be told apart.
    case unknown
    /// It unpacks to more than the limit.
    case tooLarge
  }

  private static let magic: [UInt8] = [0x1F, 0x8B, 8]
  private static let blockBytes = 1 << 16
  private static let mismatch = "its content does not match its checksum"

  /// Unpacks the file; a second time if it may have several members.
  ///
  /// - Throws: ``ImportError`` when it cannot be read, or ``ImportError/interrupted``.
  /// - Complexity: O(*n*), where *n* is the number of bytes that it unpacks to.
  func verdict() throws(ImportError) -> Verdict {
    var head: [UInt8] = []
    try source.read(at: 0, 2, into: &head)
    guard head == [0x1F, 0x8B] else { return .sound }  // A tar with the name of another.
    var checksum: UInt32 = 0
    var length = 0
    let outcome = try unpack { block in
      checksum = CRC32.update(checksum, with: block)
      length += block.count
    }
    guard case .end(let end, let isNested) = outcome else { return outcome.verdict }
    guard !isNested else { return .unknown }
    guard try hasNothing(behind: end) else {
      return .damaged("what follows its first \(end) bytes is not compressed")
    }
    guard let last = try trailer(endingAt: end) else { return .damaged(Self.mismatch) }
    if last.checksum == checksum, last.length == UInt32(truncatingIfNeeded: length) {
      return .sound
    }
    let others = try trailers(before: end)
    guard !others.isEmpty else { return .damaged(Self.mismatch) }
    var members = GzipMembers(others, end: last)
    let again = try unpack { members.update($0) }
    guard case .end = again else { return again.verdict }
    if members.isSound { return .sound }
    return members.isDoubtful ? .unknown : .damaged(Self.mismatch)
  }

  /// How unpacking ended.
  private enum Outcome {
    /// After so many bytes of the file; whether what is in it is compressed once more.
    case end(Int, isNested: Bool)
    case failed(String)
    case tooLarge

    var verdict: Verdict {
      switch self {
      case .end: .unknown
      case .failed(let reason): .damaged(reason)
      case .tooLarge: .tooLarge
      }
    }
  }

  private func unpack(_ take: (Span<UInt8>) -> Void) throws(ImportError) -> Outcome {
    let descriptor = try source.reopened()
    defer { UnsafeInputFile.close(descriptor) }
    var block: [UInt8] = []
    var count = 0
    do throws(ArchiveError) {
      var stream = try UnsafeArchive(stream: descriptor)
      guard try stream.next() != nil else { return .failed("nothing is in it") }
      while !source.shouldStop() {
        block.removeAll(keepingCapacity: true)
        guard try stream.read(Self.blockBytes, into: &block) else {
          return .end(stream.packedBytes, isNested: stream.filterCount > 2)
        }
        count += block.count
        guard count <= limit else { return .tooLarge }
        take(block.span)
      }
    } catch { return .failed(error.reason) }
    throw .interrupted
  }

  /// Whether the file ends at `place`, or has nothing but zeros there.
  private func hasNothing(behind place: Int) throws(ImportError) -> Bool {
    var place = place
    var block: [UInt8] = []
    while true {
      block.removeAll(keepingCapacity: true)
      try source.read(at: place, Self.blockBytes, into: &block)
      if block.isEmpty { return true }
      guard block.allSatisfy({ $0 == 0 }) else { return false }
      place += block.count
    }
  }

  private func trailer(endingAt end: Int) throws(ImportError) -> GzipTrailer? {
    guard end >= GzipTrailer.byteCount else { return nil }
    var bytes: [UInt8] = []
    try source.read(at: end - GzipTrailer.byteCount, GzipTrailer.byteCount, into: &bytes)
    return GzipTrailer(bytes[...])
  }

  /// Returns the trailers before all that looks like the beginning of a further member.
  private func trailers(before end: Int) throws(ImportError) -> [GzipTrailer] {
    var found: [GzipTrailer] = []
    var bytes: [UInt8] = []  // What was read last, and before it the end of what was read before.
    var place = 0
    while place < end {
      let before = bytes.count
      try source.read(at: place, min(Self.blockBytes, end - place), into: &bytes)
      guard bytes.count > before else { break }
      place += bytes.count - before
      let keep = GzipTrailer.byteCount + 3
      guard bytes.count > keep else { continue }
      for index in GzipTrailer.byteCount..<bytes.count - 3
      where bytes[index] == Self.magic[0] && bytes[index + 1] == Self.magic[1]
        && bytes[index + 2] == Self.magic[2] && bytes[index + 3] & 0xE0 == 0
      {
        if let trailer = GzipTrailer(bytes[..<index]) { found.append(trailer) }
      }
      bytes.removeFirst(bytes.count - keep)
    }
    return found
  }
}
