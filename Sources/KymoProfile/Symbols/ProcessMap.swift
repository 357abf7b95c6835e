/// Which files lie where in the memory of this process, as far as they are code.
struct ProcessMap: Sendable {
  /// A stretch of memory with code.
  struct Region: Sendable, Equatable {
    /// Where it begins and where it ends.
    var addresses: Range<UInt64>
    /// Where it begins in its file.
    var offset: UInt64
    /// The file; a name in brackets if it comes from the kernel, empty if from nowhere.
    var path: String
  }

  /// The stretches, by address.
  let regions: [Region]

  /// Reads the text of `/proc/self/maps`; lines that are no such lines are passed over.
  init(_ text: String) {
    var regions: [Region] = []
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count >= 5, fields[1].utf8.dropFirst(2).first == UInt8(ascii: "x") else {
        continue
      }
      let ends = fields[0].split(separator: "-")
      guard ends.count == 2, let start = UInt64(ends[0], radix: 16),
        let end = UInt64(ends[1], radix: 16), start < end,
        let offset = UInt64(fields[2], radix: 16)
      else { continue }
      var path = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
      if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
      regions.append(Region(addresses: start..<end, offset: offset, path: path))
    }
    self.regions = regions.sorted { $0.addresses.lowerBound < $1.addresses.lowerBound }
  }

  /// The stretch in which an address lies; nil if there is no code.
  func region(at address: UInt64) -> Region? {
    var (low, high) = (0, regions.count)
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].addresses.lowerBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, regions[low - 1].addresses.contains(address) else { return nil }
    return regions[low - 1]
  }
}
