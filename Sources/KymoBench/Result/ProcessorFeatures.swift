/// The features of a processor that code depends on: which instructions libraries choose, not how fast they
/// are.
///
/// The C library, and others, take another function where a processor can do more. Counts of instructions can be
/// compared where these choices are the same.
public struct ProcessorFeatures: Sendable, Equatable {
  /// The features that libraries look for, under the names that Linux has for them.
  static let decisive: Set<String> = [
    // x86: what the functions of libc, simdjson, libdeflate and xxhash are chosen by.
    "ssse3", "sse4_1", "sse4_2", "popcnt", "pclmulqdq", "avx", "avx2", "bmi1", "bmi2", "abm", "fma",
    "movbe", "erms", "fsrm", "rtm", "f16c", "aes", "sha_ni", "xsave", "xsavec", "avx512f",
    "avx512bw",
    "avx512vl", "avx512dq", "avx512_vbmi2", "vpclmulqdq", "gfni",
    // Arm.
    "asimd", "crc32", "pmull", "sha2", "sha3", "atomics", "asimddp", "sve", "sve2", "mops",
  ]

  /// The kind of processor, as the kernel calls it: `x86_64`, `aarch64`.
  public var architecture: String
  /// The names of all features that libraries choose their functions by, sorted.
  public var names: [String]

  /// Names features.
  public init(architecture: String, names: [String]) {
    self.architecture = architecture
    self.names = names.sorted()
  }

  /// Reads what Linux says in `/proc/cpuinfo`; nil if it says nothing of features.
  ///
  /// - Parameters:
  ///   - cpuInfo: the text of that file.
  ///   - architecture: what kind of processor it is.
  public init?(cpuInfo: String, architecture: String) {
    let line = cpuInfo.split(separator: "\n").first {
      $0.hasPrefix("flags") || $0.hasPrefix("Features")
    }
    guard let words = line?.split(separator: ":", maxSplits: 1).last else { return nil }
    let names = words.split { $0 == " " || $0 == "\t" }.map { String($0) }
    self.init(architecture: architecture, names: names.filter { Self.decisive.contains($0) })
  }

  /// Why counts under `other` are none to compare with, in words; nil if they are.
  public func difference(from other: ProcessorFeatures) -> String? {
    guard architecture == other.architecture else {
      return "it was counted on \(other.architecture), and this is \(architecture)"
    }
    let missing = other.names.filter { !names.contains($0) }
    let new = names.filter { !other.names.contains($0) }
    guard !missing.isEmpty || !new.isEmpty else { return nil }
    let parts = [
      missing.isEmpty ? nil : "\(missing.joined(separator: ", ")) there but not here",
      new.isEmpty ? nil : "\(new.joined(separator: ", ")) here but not there",
    ]
    return "libraries choose their functions by what the processor can do, which differs: "
      + parts.compactMap(\.self).joined(separator: "; ")
  }
}
