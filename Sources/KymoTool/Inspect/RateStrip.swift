import KymoCommandLine
import KymoText

/// The rate of a channel over time in one line of characters, each as high as the rate is then.
struct RateStrip {
  /// How many messages a character stands for at least, on average: with fewer, chance would show.
  private static let leastPerCell = 4.0
  private static let levels: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
  private static let plainLevels: [Character] = [".", ":", "-", "=", "+", "*", "#", "@"]

  /// The characters.
  let text: String
  /// The highest rate of a character, per second.
  let highest: Double

  /// Draws the counts of equal stretches of time, of which the last ones may be few.
  ///
  /// - Parameters:
  ///   - counts: how many messages each stretch has; their number is a power of two.
  ///   - seconds: how long all stretches take together.
  ///   - width: how many characters there may be.
  ///   - isUnicode: whether there are blocks.
  init(_ counts: [UInt32], seconds: Double, width: Int, isUnicode: Bool) {
    var cells = counts.map { Int($0) }
    var repeats = 1
    let total = Double(cells.reduce(0, +))
    while cells.count > 8, Double(cells.count) * Self.leastPerCell > total || cells.count > width {
      cells = stride(from: 0, to: cells.count, by: 2).map { cells[$0] + cells[$0 + 1] }
    }
    while cells.count * repeats * 2 <= min(width, counts.count) { repeats *= 2 }
    let most = cells.max() ?? 0
    let levels = isUnicode ? Self.levels : Self.plainLevels
    text = cells.map { count in
      let level = most > 0 ? (count * levels.count + most - 1) / most : 0
      return String(repeating: level > 0 ? levels[level - 1] : " ", count: repeats)
    }.joined()
    highest = seconds > 0 ? Double(most) / (seconds / Double(cells.count)) : 0
  }
}
