/// The kind of an archive by its first bytes, or by its name.
enum ArchiveKind: Equatable {
  case zip
  case tar
  /// Most likely a tar.
  case gzip
  /// An archive of a kind that is not read, by its usual name.
  case foreign(String)

  private static let signatures: [(bytes: [UInt8], kind: ArchiveKind)] = [
    ([0x50, 0x4B, 0x03, 0x04], .zip),
    ([0x50, 0x4B, 0x05, 0x06], .zip),  // Without a single file.
    ([0x50, 0x4B, 0x07, 0x08], .zip),  // In several pieces, or so its writer thought.
    ([0x1F, 0x8B], .gzip),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .foreign("7z")),
    ([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], .foreign("rar")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .foreign("xz")),
    ([0x28, 0xB5, 0x2F, 0xFD], .foreign("zstd")),
    ([0x42, 0x5A, 0x68], .foreign("bzip2")),
  ]

  /// Recognises an archive; nil for anything else.
  ///
  /// - Complexity: O(1).
  init?(name: String, head: [UInt8]) {
    for (bytes, kind) in Self.signatures where head.starts(with: bytes) {
      self = kind
      return
    }
    // Every tar since 1988 says so in its first header.
    if head.count >= 262, head[257..<262].elementsEqual("ustar".utf8) {
      self = .tar
      return
    }
    guard let kind = Self(name: name) else { return nil }
    self = kind
  }

  /// Recognises an archive by the end of its name.
  init?(name: String) {
    let name = name.lowercased()
    if name.hasSuffix(".zip") {
      self = .zip
    } else if name.hasSuffix(".tar") {
      self = .tar
    } else if name.hasSuffix(".tgz") || name.hasSuffix(".gz") {
      self = .gzip
    } else {
      let others = ["7z", "rar", "xz", "zst", "bz2"]
      guard let known = others.first(where: { name.hasSuffix(".\($0)") }) else { return nil }
      self = .foreign(known)
    }
  }
}
