/// KymoCore stands alone: no Foundation, no C library beside the one of the system.
enum LinkageCheck {
  /// The libraries that must not be linked, without `lib`.
  static let bannedLibraries = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationXML",
    "FoundationNetworking", "_FoundationICU", "zstd", "lz4", "deflate", "xxhash",
  ]
  /// How symbols of those libraries begin.
  static let bannedSymbols = [
    "ZSTD_", "LZ4_", "LZ4F_", "XXH", "libdeflate_", "$s10Foundation", "$s20FoundationEssentials",
  ]

  /// The banned symbols in what `nm -u` prints about `object`.
  static func violations(inSymbols listing: String, of object: String) -> [Violation] {
    listing.split(separator: "\n").compactMap { line in
      guard let symbol = line.split(separator: " ").last else { return nil }
      return bannedSymbols.contains { symbol.hasPrefix($0) }
        ? Violation(object, 0, "needs the symbol \(symbol)") : nil
    }
  }

  /// The banned libraries in what `readelf -p .swift1_autolink_entries` prints about `object`.
  static func violations(inAutolinkEntries listing: String, of object: String) -> [Violation] {
    listing.split { $0 == " " || $0 == "\n" || $0 == "\t" }.compactMap { word in
      guard word.hasPrefix("-l"), bannedLibraries.contains(String(word.dropFirst(2))) else {
        return nil
      }
      return Violation(object, 0, "links \(word)")
    }
  }
}
