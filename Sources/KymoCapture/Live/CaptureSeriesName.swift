/// The names of the files of a capture that goes on in several.
struct CaptureSeriesName: Equatable {
  /// How many digits a number has at least.
  private static let digits = 5
  /// The extensions that stay at the end of a name.
  private static let extensions = [".pcap", ".cap", ".dmp"]

  private let stem: String
  private let ending: String

  /// Takes the path that the user gave.
  init(_ path: String) {
    let ending = Self.extensions.first { path.hasSuffix($0) } ?? ""
    stem = String(path.dropLast(ending.count))
    self.ending = ending
  }

  /// The path of a file, from 1.
  func part(_ number: UInt64) -> String {
    let text = String(number)
    let zeros = String(repeating: "0", count: max(0, Self.digits - text.count))
    return "\(stem)-\(zeros)\(text)\(ending)"
  }

  /// A file of an earlier capture of the same name; nil if there is none.
  func existing() -> String? {
    let slash = stem.lastIndex(of: "/")
    let folder = slash.map { String(stem[...$0]) } ?? ""
    let beginning = String(stem[(slash.map { stem.index(after: $0) } ?? stem.startIndex)...]) + "-"
    let names = UnsafePacketOutput.names(inFolder: folder.isEmpty ? "." : folder)
    return names.filter { name in
      guard name.hasPrefix(beginning), name.hasSuffix(ending) else { return false }
      let number = name.dropFirst(beginning.count).dropLast(ending.count)
      return number.utf8.count >= Self.digits
        && number.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }.min().map { folder + $0 }
  }
}
