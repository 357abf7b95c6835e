import KymoText

/// One line that says how far the work is, how fast it goes and how long it will take.
///
/// Knows neither clock nor terminal: time comes in, a line comes out.
package struct ProgressBar: Sendable {
  /// The work must have taken this long before a bar appears: 1 s.
  package static let delayNanoseconds: Int64 = 1_000_000_000
  /// The least time between two drawings: 0.1 s.
  package static let intervalNanoseconds: Int64 = 100_000_000

  /// The unit of work that is to take a time: it is shown in seconds, and has no speed.
  package static let milliseconds = "ms"

  private let title: String
  private let total: Int?
  private let unit: String
  private let width: Int
  private let isUnicode: Bool
  private let startNanoseconds: Int64
  private var nextNanoseconds: Int64

  /// Starts the clock of a piece of work.
  package init(
    title: String,
    total: Int?,
    unit: String,
    width: Int,
    isUnicode: Bool,
    startNanoseconds: Int64
  ) {
    self.title = title
    self.total = total
    self.unit = unit
    self.width = width
    self.isUnicode = isUnicode
    self.startNanoseconds = startNanoseconds
    self.nextNanoseconds = startNanoseconds + Self.delayNanoseconds
  }

  /// The line to draw now, or `nil` when it is too early for one.
  package mutating func update(done: Int, atNanoseconds now: Int64) -> String? {
    guard now >= nextNanoseconds else { return nil }
    nextNanoseconds = now + Self.intervalNanoseconds

    let elapsed = Double(now - startNanoseconds) / 1e9
    let perSecond = Double(done) / elapsed
    let quantity = QuantityText(isUnicode: isUnicode)
    let speed = quantity.rate(perSecond, of: unit)
    guard let total, total > 0 else {
      let count = done > 0 ? "  \(NumberText.grouped(done)) \(unit)  \(speed)" : ""
      let time =
        elapsed < 100
        ? "\(Int(elapsed)) s" : quantity.duration(nanoseconds: now - startNanoseconds)
      return fitted("\(title)\(count)  \(time)")
    }

    let share = min(1, max(0, Double(done) / Double(total)))
    let percent = "\(NumberText.fixed(share * 100, decimals: 0))%"
    var tail =
      unit == Self.milliseconds
      ? "\(percent)  \(Self.seconds(min(done, total), of: total)) s"
      : "\(percent)  \(NumberText.grouped(done))/\(NumberText.grouped(total))  \(speed)"
    if perSecond > 0, done < total {
      let left = Double(total - done) / perSecond
      if left < 1e9 {
        // Whole seconds: the rest of the estimate is noise.
        let seconds = Int64(left.rounded(.up))
        let time =
          seconds < 60
          ? "\(seconds) s" : quantity.duration(nanoseconds: max(100, seconds) * 1_000_000_000)
        tail += "  \(time) left"
      }
    }
    let room = width - 1 - title.count - tail.count - 6
    guard room >= 5 else { return fitted("\(title)  \(tail)") }
    return fitted("\(title)  [\(bar(share: share, cells: min(room, 30)))]  \(tail)")
  }

  /// `3/20` of ms, or `0.4/2.0` where that is soon over.
  private static func seconds(_ done: Int, of total: Int) -> String {
    let decimals = total < 10_000 ? 1 : 0
    func text(_ milliseconds: Int) -> String {
      NumberText.fixed(Double(milliseconds) / 1000, decimals: decimals, isGrouped: true)
    }
    return "\(text(done))/\(text(total))"
  }

  private func bar(share: Double, cells: Int) -> String {
    let filled = Int((share * Double(cells)).rounded(.down))
    return String(repeating: isUnicode ? "█" : "#", count: filled)
      + String(repeating: isUnicode ? "░" : "-", count: cells - filled)
  }

  /// A line that just fits would wrap on some terminals, and then could not be cleared.
  private func fitted(_ line: String) -> String { String(line.prefix(width - 1)) }
}
