import KymoRecording

/// A column beside the time that runs as a clock, too, by its name: `millis`, `elapsed_ms`, `GPS time (s)`.
///
/// No time is taken from it; what the time is taken for has to agree with it.
struct OtherClock: Equatable {
  /// The column.
  let column: Int
  /// The unit that it counts.
  let unit: TimeUnit
  /// Its name as the file spells it, for messages.
  let name: String

  /// The words in the name of a column that counts time, before its unit.
  private static let words = ["time", "elapsed", "clock", "uptime", "epoch", "tick"]
  /// The words in it if it counts none: how far a clock is off, or how long something took.
  private static let otherWords = [
    "bias", "drift", "accuracy", "uncertainty", "error", "offset", "delta", "diff", "interval",
    "delay",
    "latency", "exposure", "remaining",
  ]

  /// Those of a file but for the columns that are times already.
  static func all(_ header: CSVHeader, besides known: [Int?]) -> [OtherClock] {
    header.columns.indices.compactMap { index in
      guard !known.contains(index), header.duplicate(of: index) == nil,
        let unit = unit(of: header.columns[index]), unit.scale != nil
      else { return nil }
      return OtherClock(
        column: index,
        unit: unit,
        name: String(header.texts[index].prefix(40))
      )
    }
  }

  /// The unit that the name of a clock states; nil if it is the name of none.
  static func unit(of column: CSVHeader.Column) -> TimeUnit? {
    if column.unit == nil, column.name.count > 3 || column.name == "ms",
      let unit = TimeUnit(header: column.name)
    {
      return unit
    }
    guard words.contains(where: { column.name.contains($0) }),
      !otherWords.contains(where: { column.name.contains($0) })
    else { return nil }
    if let unit = column.unit { return TimeUnit(header: unit) }
    if column.name == "seconds_elapsed" { return .seconds }
    let parts = column.name.split { $0 == "_" || $0 == " " }
    return parts.count > 1 ? parts.last.flatMap { TimeUnit(header: String($0)) } : nil
  }

  /// Whether what the column has in the sample runs as a clock does, and is no part of one: the
  /// thousandths of a second begin again with every second.
  ///
  /// - Complexity: O(*n*), where *n* is the number of rows.
  static func runs(_ seconds: [Double], _ unit: TimeUnit) -> Bool {
    let known = seconds.filter { $0.isFinite }
    guard known.count > 1, known.count * 2 >= seconds.count else { return false }
    let steps = zip(known, known.dropFirst()).map { $1 - $0 }
    let back = steps.count { $0 < 0 }
    guard steps.contains(where: { $0 > 0 }), back * 100 <= steps.count else { return false }
    let largest = known.reduce(0, max) * ClockJudge.perSecond(unit)
    return back == 0 || largest >= 1000
  }
}
