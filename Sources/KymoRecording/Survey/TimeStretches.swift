/// The time of a recording in equal stretches: two to a column of a wide terminal.
struct TimeStretches: Sendable {
  /// How many there are.
  static let count = 512

  private let start: UInt64
  private let span: Double
  /// How many there are to a ns.
  private let scale: Double
  /// Times of one stretch, from the last ones that were looked up: all between the two are in it, too.
  private var known: (first: UInt64, last: UInt64, stretch: Int) = (1, 0, 0)

  /// Spans the time from `start` to `end`, in ns.
  init(start: UInt64 = 0, end: UInt64 = 0) {
    self.start = start
    span = Double(end - min(start, end)) + 1
    scale = Double(Self.count) / span
  }

  /// The stretch of a time; a chunk may hold a message far beyond the times that it states.
  @inline(__always)
  mutating func index(of time: UInt64) -> Int {
    if time >= known.first, time <= known.last { return known.stretch }
    return look(up: time)
  }

  /// Finds the stretch of a time, and a time near its end that is in it as well.
  @inline(never)
  private mutating func look(up time: UInt64) -> Int {
    let stretch = stretch(of: time)
    let rest = (Double(stretch + 1) / scale - Double(time - min(time, start))) * 0.99
    let later = time.addingReportingOverflow(UInt64(max(0, min(rest, 1e18))))
    let isInIt = !later.overflow && self.stretch(of: later.partialValue) == stretch
    known = (time, isInIt ? later.partialValue : time, stretch)
    return stretch
  }

  private func stretch(of time: UInt64) -> Int {
    guard time > start else { return 0 }
    return Int(min(Double(time - start) * scale, Double(Self.count - 1)))
  }

  /// The middle of a stretch, in seconds from the start.
  func seconds(of stretch: Int) -> Double {
    span / 1e9 * (Double(stretch) + 0.5) / Double(Self.count)
  }

  /// How long all of them take together.
  var seconds: Double { span / 1e9 }
}
