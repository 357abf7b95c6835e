/// When events are due whose rate goes in a straight line from one to another.
///
/// Event n is due once the rate, summed up from the start, comes to n. Every offset is found by itself: an estimate is
/// corrected until whole numbers of up to 256 bits say that it is the nearest ns, halves rounded up. So nothing adds up,
/// and equal ramps are equal on every machine.
struct RampTiming: Sendable, Equatable {
  /// The rate at the start, in thousandths of an event/s.
  let start: UInt64
  /// The rate at the end, in thousandths of an event/s; not 0 if that at the start is.
  let end: UInt64
  /// How long the way is, in ns, above 0.
  let duration: Int64

  /// How many thousandths of an event/s times ns are an event.
  private static let unit: UInt128 = 1_000_000_000_000

  /// When the event at a place is due, in ns; nil if that is after the end.
  ///
  /// - Complexity: O(1), about.
  func offset(at place: Int) -> Int64? {
    guard !isBefore(duration + 1, place) else { return nil }
    var low = min(max(estimate(place), 0), duration)
    var step: Int64 = 1
    while !isBefore(low, place) {
      low = max(0, low - step)
      step *= 2
    }
    step = 1
    var high = low
    repeat {
      high = min(high + step, duration + 1)
      step *= 2
    } while isBefore(high, place)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isBefore(middle, place) { low = middle } else { high = middle }
    }
    return low
  }

  /// Whether the event at a place is due at a time or after it, where half a ns before the time is enough.
  private func isBefore(_ time: Int64, _ place: Int) -> Bool {
    guard time > 0 else { return true }
    // Of rates a and b over T, t·a + t²·(b - a)/2T units are due by t; here it is t - 1/2, and all is taken 8T times.
    let doubled = UInt128(2 * time - 1)
    let whole = 4 * UInt128(duration) * UInt128(start)
    let change = (end > start ? UInt128(end - start) : UInt128(start - end)) * doubled
    let mean = end > start ? whole + change : whole - change
    let due = doubled.multipliedFullWidth(by: mean)
    let wanted = (8 * UInt128(duration) * Self.unit).multipliedFullWidth(by: UInt128(place))
    return (due.high, due.low) <= (wanted.high, wanted.low)
  }

  /// About when the event at a place is due, in ns.
  private func estimate(_ place: Int) -> Int64 {
    guard place > 0 else { return 0 }
    let unit = Double(Self.unit)
    let first = Double(start) / unit
    let slope = (Double(end) - Double(start)) / unit / Double(duration)
    let root = max(0, first * first + 2 * slope * Double(place)).squareRoot()
    let time = 2 * Double(place) / (first + root)
    return time < 0x1p62 ? Int64(time) : duration
  }

  /// The mean gap, in ns.
  var meanGap: Double { 2 * Double(Self.unit) / (Double(start) + Double(end)) }
}
