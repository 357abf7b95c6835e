/// The times of the first rows of a file, by which its clock is decided.
struct ClockSample {
  /// The numbers in the column of the time.
  private(set) var times: [Decimal64] = []
  /// The seconds since the start in the same rows; NaN where there are none.
  private(set) var elapsed: [Double] = []
  /// The line of each.
  private(set) var lines: [Int] = []

  /// How many rows are looked at: enough to have the turn of a minute at any usual rate.
  static let rowCount = 50_000

  /// Reads the rows behind the current one of `reader`; those without a time are left out.
  ///
  /// - Complexity: O(*n*), where *n* is the size of ``rowCount`` rows.
  init(_ reader: CSVReader, _ columns: TimeColumns) {
    var reader = reader
    while times.count < Self.rowCount, (try? reader.nextRow()) == true {
      guard columns.time < reader.fieldCount,
        case .decimal(let time) = reader.number(columns.time)
      else { continue }
      var seconds = Double.nan
      if let column = columns.elapsed, column < reader.fieldCount,
        case .decimal(let decimal) = reader.number(column)
      {
        seconds = decimal.double ?? .nan
      }
      times.append(time)
      elapsed.append(seconds)
      lines.append(reader.line)
    }
  }

  /// Whether the file has seconds since the start in at least two rows.
  var hasElapsed: Bool { elapsed.count { $0.isFinite } > 1 }

  /// The median of the positive distances of two rows, in the unit of `times`; nil if there are fewer
  /// than three.
  func usualStep(_ times: [Double]) -> Double? {
    var steps: [Double] = []
    for index in times.indices.dropFirst() {
      let step = times[index] - times[index - 1]
      if step > 0, step.isFinite { steps.append(step) }
    }
    guard steps.count > 2 else { return nil }
    steps.sort()
    return steps[steps.count / 2]
  }

  /// How far `times` run for each second since the start: which power of ten, and in how many of the
  /// pairs of rows that were compared.
  ///
  /// Neighbours are compared, which a clock that was set does not upset, and rows that are half of the
  /// sample apart, which coarse clocks do not.
  func ratio(_ times: [Double]) -> (power: Int, share: Double, pairs: Int)? {
    var votes: [Int: Int] = [:]
    var pairs = 0
    for distance in Set([1, times.count / 2]) where distance > 0 {
      for index in times.indices.dropFirst(distance) {
        let seconds = elapsed[index] - elapsed[index - distance]
        let step = times[index] - times[index - distance]
        guard seconds > 0, step > 0 else { continue }
        pairs += 1
        let power = Self.log10(step / seconds)
        if abs(power - power.rounded()) < 0.05 { votes[Int(power.rounded()), default: 0] += 1 }
      }
    }
    guard pairs > 0 else { return nil }
    // The smaller power among equals, so that no dictionary's order decides.
    let best = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }
    return (best?.key ?? 0, Double(best?.value ?? 0) / Double(pairs), pairs)
  }

  /// Precise enough to tell powers of ten apart, and the same on every machine.
  private static func log10(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return .nan }
    var power = 0.0
    var rest = value
    while rest >= 10 {
      rest /= 10
      power += 1
    }
    while rest < 1 {
      rest *= 10
      power -= 1
    }
    // Only nearness to a power counts: 1 ± 12 % and 10 less 11 %.
    if rest < 1.122 { return power + (rest - 1) * 0.4 }
    if rest > 8.91 { return power + 1 - (10 - rest) / 22 }
    return power + 0.5
  }
}
