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
    let text = String(highest + 1)
    let zeros = String(repeating: "0", count: max(0, digits - text.count))
    return "\(stem)-\(zeros)\(text)\(ending)"
  }
}
