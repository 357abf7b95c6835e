import KymoTrials

/// Files of one name with a number each: `walk-00001.mcap`, `walk-00002.mcap`.
package enum FileSeries {
  /// How many digits a number has at least.
  private static let digits = 5

  /// The next name of a series: one more than the highest number that is there, finished or not.
  package static func next(_ path: String) -> String {
    let ending = path.hasSuffix(".mcap") ? ".mcap" : ""
    let stem = path.dropLast(ending.count)
    let folder = UnsafeFilePlace.folder(of: path)
    let start = stem.lastIndex(of: "/").map { stem.index(after: $0) } ?? stem.startIndex
    let beginning = stem[start...] + "-"
    var highest: UInt64 = 0
    UnsafeFolder.visit(folder) { name in
      guard name.hasPrefix(beginning) else { return true }
      let rest = name.dropFirst(beginning.count)
      let number = rest.prefix { $0.isASCII && $0.isNumber }
      let behind = rest.dropFirst(number.count)
      let isOurs = behind == ending || behind.hasPrefix(ending + ".part")
      // A number that has no next one is none of ours.
      if isOurs, number.utf8.count >= digits, let value = UInt64(number), value < .max {
        highest = max(highest, value)
      }
      return true
    }
    return name(stem, highest + 1, ending)
  }

  private static func name(_ stem: some StringProtocol, _ number: UInt64, _ ending: String)
    -> String
  {
    let text = String(number)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return "\(stem)-\(zeros)\(text)\(ending)"
  }

  /// The number that a name has in its series, and the names before and behind it.
  ///
  /// - Parameter path: of a file.
  /// - Returns: nil for a name without such a number; no name before the first.
  package static func place(
    of path: String
  ) -> (before: String?, number: UInt64, behind: String)? {
    let ending = ".mcap"
    let stem = path.dropLast(path.hasSuffix(ending) ? ending.count : 0)
    guard path.hasSuffix(ending), let dash = stem.lastIndex(of: "-") else { return nil }
    let text = stem[stem.index(after: dash)...]
    guard text.utf8.count >= digits, text.allSatisfy({ $0.isASCII && $0.isNumber }),
      let number = UInt64(text), 1..<UInt64.max ~= number
    else { return nil }
    let start = stem[..<dash]
    return (
      number > 1 ? name(start, number - 1, ending) : nil, number, name(start, number + 1, ending)
    )
  }
}
