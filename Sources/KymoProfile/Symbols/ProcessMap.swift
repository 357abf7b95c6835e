/// Which files lie where in the memory of this process.
struct ProcessMap: Sendable {
  /// A stretch of memory with code.
  struct Region: Sendable, Equatable {
    /// Where it begins and where it ends.
    var addresses: Range<UInt64>
    /// Where it begins in its file.
    var offset: UInt64
    /// The file; a name in brackets if it comes from the kernel, empty if from nowhere.
    var path: String
    /// Which of ``ProcessMap/files`` it is a part of; nil if of none.
    var file: Int?
  }

  /// A file with all its parts, from its first byte on.
  struct File: Sendable, Equatable {
    /// The file; `[vdso]` is what the kernel puts into each process.
    var path: String
    /// From the start of its first part to the end of its last.
    var addresses: Range<UInt64>
  }

  /// The stretches with code, by address.
  private(set) var regions: [Region] = []
  /// The files, by address.
  private(set) var files: [File] = []

  /// Reads the text of `/proc/self/maps`; lines that are no such lines are passed over.
  init(_ text: String) {
    let lines = text.split(separator: "\n").compactMap { Line($0) }
    for line in lines.sorted(by: { $0.addresses.lowerBound < $1.addresses.lowerBound }) {
      let file = add(line)
      guard line.isCode else { continue }
      regions.append(
        Region(addresses: line.addresses, offset: line.offset, path: line.path, file: file)
      )
    }
  }

  /// The map of this process now.
  static var own: ProcessMap {
    ProcessMap(String(decoding: UnsafeSmallFile.bytes("/proc/self/maps") ?? [], as: UTF8.self))
  }

  /// Makes a line a part of a file.
  private mutating func add(_ line: Line) -> Int? {
    guard line.path.hasPrefix("/") || line.path == VirtualLibrary.name else { return nil }
    if line.offset == 0, files.last?.path != line.path {
      files.append(File(path: line.path, addresses: line.addresses))
    }
    // A part without the file's beginning before it says nothing of where the file lies.
    guard let last = files.last, last.path == line.path else { return nil }
    files[files.count - 1].addresses = last.addresses.lowerBound..<line.addresses.upperBound
    return files.count - 1
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

  /// One line.
  private struct Line {
    var addresses: Range<UInt64>
    var offset: UInt64
    var isCode: Bool
    var path: String

    init?(_ text: Substring) {
      let fields = text.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
      guard fields.count >= 5 else { return nil }
      let ends = fields[0].split(separator: "-")
      guard ends.count == 2, let start = UInt64(ends[0], radix: 16),
        let end = UInt64(ends[1], radix: 16), start < end,
        let offset = UInt64(fields[2], radix: 16)
      else { return nil }
      addresses = start..<end
      self.offset = offset
      isCode = fields[1].utf8.dropFirst(2).first == UInt8(ascii: "x")
      path = fields.count > 5 ? String(fields[5].drop { $0 == " " }) : ""
      if path.hasSuffix(" (deleted)") { path.removeLast(" (deleted)".count) }
    }
  }
}

/// The library that the kernel puts into each process, with its clocks.
enum VirtualLibrary {
  /// The name that the system has for it in a map of memory.
  static let name = "[vdso]"
}
