/// The rows and columns that a statement wants: more rows may be given, for SQLite compares once more.
struct QueryFilter: Equatable {
  /// The earliest and the latest time, in ns.
  var firstTime = Int64.min
  var lastTime = Int64.max
  /// The first and the last step.
  var firstStep = Int64.min
  var lastStep = Int64.max
  /// The columns that are looked at, by their bits; the last bit stands for all from 63 on.
  var columns = UInt64.max
  /// The column by which rows must be grouped; nil if they must not.
  var group: Int?
  /// Whether nothing passes: something was compared with null.
  var isEmpty = false

  /// Whether a column is looked at.
  func uses(_ column: Int) -> Bool { columns >> UInt64(min(column, 63)) & 1 != 0 }

  /// Whether the times are limited.
  var hasTimes: Bool { firstTime != .min || lastTime != .max }

  /// Whether the steps are limited.
  var hasSteps: Bool { firstStep != .min || lastStep != .max }

  /// Lets only those rows pass that compare as wanted with a number.
  ///
  /// - Parameters:
  ///   - order: what the column says of a row.
  ///   - comparison: `=`, `<` (which stands for `<=`, too) or `>` (for `>=`, too).
  ///   - value: the number; what it says is widened, never narrowed.
  ///   - whole: the same, if it is a whole number.
  ///   - start: the time of the first message, in ns.
  mutating func restrict(
    _ order: QueryColumn.Order,
    _ comparison: Character,
    _ value: Double,
    exactly whole: Int64?,
    start: Int64
  ) {
    var (low, high): (Int64, Int64)
    switch order {
    case .none: return
    case .nanoseconds, .step:
      low = whole ?? Self.clamped(value.rounded(.down) - abs(value) * 1e-15)
      high = whole ?? Self.clamped(value.rounded(.up) + abs(value) * 1e-15)
    case .seconds, .second:
      // Seconds are rounded to a double; a second covers all that begins in it.
      let slack = 1e3 + abs(value) * 1e-6
      low = Self.clamped(value * 1e9 - slack - (order == .second ? 1e9 : 0), from: start)
      high = Self.clamped(value * 1e9 + slack + (order == .second ? 1e9 : 0), from: start)
    }
    if order == .step {
      if comparison != "<" { firstStep = max(firstStep, low) }
      if comparison != ">" { lastStep = min(lastStep, high) }
    } else {
      if comparison != "<" { firstTime = max(firstTime, low) }
      if comparison != ">" { lastTime = min(lastTime, high) }
    }
  }

  private static func clamped(_ value: Double, from start: Int64 = 0) -> Int64 {
    guard !value.isNaN else { return start }
    let offset =
      value >= 0x1p63 ? Int64.max : value <= -0x1p63 ? Int64.min : Int64(value)
    let (sum, overflow) = start.addingReportingOverflow(offset)
    return overflow ? (offset > 0 ? .max : .min) : sum
  }
}
