/// The first four bytes of an encoded histogram: its format, and in older ones the size of a count.
///
/// The numbers are those of `AbstractHistogram` in HdrHistogram's Java, which defines the formats.
struct HistogramCookie: Equatable {
  /// A generation of the format.
  enum Version: UInt32, CaseIterable {
    case v0 = 0x1C84_9308
    case v1 = 0x1C84_9301
    case v2 = 0x1C84_9303

    /// The cookie of the compressed form, without a word size.
    var compressed: UInt32 { rawValue + 1 }
  }

  let version: Version
  let isCompressed: Bool
  /// The four bits that say how many bytes a count takes; of no meaning in V2.
  let wordSizeBits: UInt32

  /// Takes a cookie apart; nil if it is none.
  init?(_ word: UInt32) {
    let base = word & ~0xF0
    for version in Version.allCases where base == version.rawValue || base == version.compressed {
      self.version = version
      isCompressed = base == version.compressed
      wordSizeBits = (word & 0xF0) >> 4
      return
    }
    return nil
  }

  /// How many bytes a count takes in V0 and V1; nil if it is none of 2, 4 and 8.
  var wordSize: Int? {
    let size = Int(wordSizeBits & 0xE)
    return [2, 4, 8].contains(size) ? size : nil
  }

  /// The cookie of an uncompressed V2 histogram, as every implementation writes it.
  static let v2: UInt32 = Version.v2.rawValue | 0x10
  /// The cookie of a compressed V2 histogram.
  static let v2Compressed: UInt32 = Version.v2.compressed | 0x10
}
