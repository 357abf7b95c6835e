import KymoRecording
import KymoText

/// The times of the first rows of a file, by which its clock is decided.
struct ClockSample {
  /// The numbers in the column of the time; none if it has text.
  private(set) var times: [Decimal64] = []
  /// The texts in the column of the time; none if it has numbers.
  private(set) var texts: [ISOTime] = []
  /// The seconds of the clock that the time is compared with, in the same rows; NaN where there are none.
  private(set) var elapsed: [Double] = []
  /// The name of that clock; nil if there is none.
  private(set) var elapsedName: String?
  /// Further clocks of the file that run, with their seconds in the same rows.
  private(set) var others: [(clock: OtherClock, seconds: [Double])] = []
  /// The line of each.
  private(set) var lines: [Int] = []
  /// How many digits every number has, if some begin with 0 and all are of one length; else nil.
  private(set) var paddedDigits: Int?
  /// The content of the column of the dates, if the file has one.
  private(set) var dates: DateColumn?

  /// How many rows are looked at: enough to have the turn of a minute at any usual rate.
  static let rowCount = 50_000

  /// Reads the rows behind the current one of `reader`; those without a time are left out.
  ///
  /// The seconds since the start are what the time is compared with; else the first other clock that runs.
  ///
  /// - Complexity: O(*n*), where *n* is the size of ``rowCount`` rows.
  init(_ reader: CSVReader, _ columns: TimeColumns, _ header: CSVHeader) {
    var reader = reader
    let clocks = OtherClock.all(header, besides: [columns.time, columns.elapsed])
    others = clocks.map { ($0, []) }
    dates = DateColumn(header, besides: columns.time)
    var lengths = (shortest: Int.max, longest: 0, hasZero: false)
    while lines.count < Self.rowCount, Self.goToRow(&reader) {
      guard reader.fieldCount == header.texts.count, take(reader, columns.time, &lengths) else {
        continue
      }
      elapsed.append(Self.seconds(reader, columns.elapsed, .seconds))
      for index in others.indices {
        let clock = others[index].clock
        others[index].seconds.append(Self.seconds(reader, clock.column, clock.unit))
      }
      dates?.see(reader)
      lines.append(reader.line)
    }
    if lengths.hasZero, lengths.shortest == lengths.longest { paddedDigits = lengths.longest }
    others.removeAll { !OtherClock.runs($0.seconds, $0.clock.unit) }
    if columns.elapsed != nil {
      elapsedName = columns.elapsed.map { String(header.texts[$0].prefix(40)) }
    } else if let first = others.first {
      elapsedName = first.clock.name
      elapsed = first.seconds
      others.removeFirst()
    }
  }

  /// Goes to the next row that is one; false at the end of the file, also one that cannot be read.
  private static func goToRow(_ reader: inout CSVReader) -> Bool {
    while true {
      do throws(CSVError) { return try reader.nextRow() } catch .source { return false } catch {
        guard (try? reader.skipLine()) == true else { return false }
      }
    }
  }

  /// Takes the time of the current row; false if it has none of the kind of the first.
  private mutating func take(
    _ reader: CSVReader,
    _ column: Int,
    _ lengths: inout (shortest: Int, longest: Int, hasZero: Bool)
  ) -> Bool {
    switch reader.number(column) {
    case .decimal(let time):
      guard texts.isEmpty else { return false }
      times.append(time)
      let field = reader.trimmed(column)
      lengths.shortest = min(lengths.shortest, field.count)
      lengths.longest = max(lengths.longest, field.count)
      let isZero = field.count > 1 && reader.bytes[field.lowerBound] == UInt8(ascii: "0")
      lengths.hasZero =
        lengths.hasZero || isZero && reader.bytes[field].allSatisfy { $0 >= UInt8(ascii: "0") }
      return true
    case .malformed:
      guard times.isEmpty, let moment = reader.isoTime(column) else { return false }
      texts.append(moment)
      return true
    case .missing, .infinite: return false
    }
  }

  private static func seconds(_ reader: CSVReader, _ column: Int?, _ unit: TimeUnit) -> Double {
    guard let column, column < reader.fieldCount, case .decimal(let decimal) = reader.number(column)
    else { return .nan }
    return (decimal.double ?? .nan) / ClockJudge.perSecond(unit)
  }

  /// Whether the file has another clock in at least two rows.
  var hasElapsed: Bool { elapsed.count { $0.isFinite } > 1 }

  /// The numbers, or the seconds of what is text.
  var numbers: [Double] {
    texts.isEmpty
      ? times.map { $0.double ?? .nan }
      : texts.map { Double($0.nanosecondsSinceEpoch ?? 0) / 1e9 }
  }

  /// The time of the first row in ns if times are of a unit; nil if there is none.
  func first(_ unit: TimeUnit) -> Int64? {
    unit == .iso8601
      ? texts.first?.nanosecondsSinceEpoch : times.first.flatMap { unit.nanoseconds($0) }
  }

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

  /// How far `times` run for each second of the other clock: which power of ten, and in how many of the
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
