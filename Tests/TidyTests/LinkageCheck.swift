/// What a library must not be linked with, neither by itself nor through what it stands on.
struct LinkageCheck {
  /// KymoCore stands alone: no Foundation, no C library beside the one of the system.
  static let core = LinkageCheck(
    libraries: foundation + [
      "zstd", "lz4", "deflate", "xxhash", "simdjson", "sndfile", "pcap", "htp",
      "microhttpd", "gnutls", "curl", "dw", "elf",
    ],
    symbols: foundationSymbols + [
      "ZSTD_", "LZ4_", "LZ4F_", "XXH", "libdeflate_", "kymo_json", "pcap_", "htp_", "MHD_",
      "gnutls_", "curl_", "dwarf_", "dwfl_", "elf_",
    ],
    modules: [
      "CZstd", "CLZ4", "CDeflate", "CXXHash", "CSimdJSON", "CSndFile", "CPcap", "CHtp",
      "CGnuTLS", "CCurl", "CDwarf", "CSampler",
    ]
  )
  /// KymoBench measures anything: no recording, no call of a page, and nothing that only those need.
  static let bench = LinkageCheck(
    libraries: foundation + [
      "zstd", "lz4", "xxhash", "simdjson", "sndfile", "pcap", "htp", "microhttpd", "gnutls",
      "curl", "dw", "elf",
    ],
    symbols: foundationSymbols
      + ["ZSTD_", "LZ4_", "LZ4F_", "XXH", "kymo_json", "_ZN8simdjson", "pcap_", "htp_"]
      + ["MHD_", "gnutls_", "curl_", "dwarf_", "dwfl_", "elf_"]
      + ["$s13KymoRecording", "$s10KymoBridge", "$s8KymoMCAP"],
    modules: [
      "KymoRecording", "KymoBridge", "KymoMCAP", "KymoCapture", "KymoServer", "CZstd", "CLZ4",
      "CXXHash", "CSimdJSON", "CPcap", "CHtp", "CGnuTLS", "CCurl", "CDwarf", "CSampler",
    ]
  )

  private static let foundation = [
    "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationXML",
    "FoundationNetworking", "_FoundationICU",
  ]
  private static let foundationSymbols = ["$s10Foundation", "$s20FoundationEssentials"]

  /// The libraries that must not be linked, without `lib`.
  let libraries: [String]
  /// How symbols of those libraries begin.
  let symbols: [String]
  /// The modules that bring them.
  let modules: Set<String>

  /// The modules among those that `library` stands on in `table`.
  func violations(of library: String, in table: PackageTable) -> [Violation] {
    table.closure(of: library).intersection(modules).sorted().map {
      Violation("Package.swift", 0, "\(library) stands on \($0)")
    }
  }

  /// The banned symbols in what `nm -u` prints about `object`.
  func violations(inSymbols listing: String, of object: String) -> [Violation] {
    listing.split(separator: "\n").compactMap { line in
      guard let symbol = line.split(separator: " ").last else { return nil }
      return symbols.contains { symbol.hasPrefix($0) }
        ? Violation(object, 0, "needs the symbol \(symbol)") : nil
    }
  }

  /// The banned libraries in what `readelf -p .swift1_autolink_entries` prints about `object`.
  func violations(inAutolinkEntries listing: String, of object: String) -> [Violation] {
    listing.split { $0 == " " || $0 == "\n" || $0 == "\t" }.compactMap { word in
      guard word.hasPrefix("-l"), libraries.contains(String(word.dropFirst(2))) else {
        return nil
      }
      return Violation(object, 0, "links \(word)")
    }
  }
}
