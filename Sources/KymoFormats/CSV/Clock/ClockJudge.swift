import KymoRecording
import KymoText

/// Decides what the times of a file are, by all that speaks for or against it.
///
/// The unit is that which the user or the header states; else that by which the times are of this
/// century, and by which they run as fast as the seconds since the start. What contradicts itself is
/// an error and no guess.
struct ClockJudge {
  /// The file, for messages.
  let file: String
  /// The columns of the file.
  let header: CSVHeader
  /// The columns of the times, as known before the numbers are looked at.
  let columns: TimeColumns
  /// The first rows.
  let sample: ClockSample
  /// The user's decisions.
  let options: ImportOptions
  /// How long two rows may usually be apart, in s.
  let usualPeriod: ClosedRange<Double>
  /// How long the recording says that two rows are apart, in s.
  let nominalPeriod: Double?

  /// 2000 to 2100, in s since 1970.
  static let century = 946_684_800.0...4_102_444_800.0
  static let counts: [TimeUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]

  var name: String { String(header.texts[columns.time].prefix(40)) }
  var elapsedName: String { sample.elapsedName ?? "the time" }

  /// Decides.
  ///
  /// - Throws: ``ImportError/clock(file:line:what:remedy:)`` when the evidence contradicts itself, or
  ///   when there is none and nobody says what the numbers are.
  func decide() throws(ImportError) -> ClockVerdict {
    if let unit = options.timeUnit { return verdict(unit, ["--time-unit says so"]) }
    var verdict = try verdictByEvidence()
    try check(&verdict, against: sample.others.map { ($0.clock.name, $0.seconds) })
    if columns.elapsed == nil, let name = sample.elapsedName {
      try check(&verdict, against: [(name, sample.elapsed)])
    }
    return verdict
  }

  private func verdictByEvidence() throws(ImportError) -> ClockVerdict {
    if columns.basis == .header {
      guard columns.unit.scale != nil else {
        return columns.unit == .iso8601 && !sample.texts.isEmpty
          ? try textVerdict("the header says so") : verdict(columns.unit, ["the header says so"])
      }
      let said = "the header says \(columns.unit.words)"
      if case .unit(let unit)? = unitByAgreement {
        guard unit == columns.unit else {
          throw error(
            "\(said) for \(name), but it runs like \(unit.words) against \(elapsedName)",
            remedy
          )
        }
      } else {
        try checkRate(columns.unit, said)
      }
      if let turns = MinuteTurns(sample), turns.count > 0, columns.unit != .seconds {
        throw error(
          "\(said) for \(name), but all of its digits are times of day (hhmmssSSS), "
            + MinuteTurns.evidence,
          remedy
        )
      }
      return verdict(columns.unit, ["the header says so"])
    }
    if !sample.texts.isEmpty { return try textVerdict("it is such text") }
    guard !sample.times.isEmpty else {
      return verdict(columns.unit, ["it has no times"], isAssumed: true)
    }
    if let digits = try digits() { return digits }
    let size = unitBySize
    let agreement = unitByAgreement
    switch (size, agreement) {
    case (let size?, .unit(let unit)?) where size == unit:
      return verdict(size, ["by its magnitude", "in step with \(elapsedName)"])
    case (let size?, let other?):
      throw contradiction(size, other)
    case (let size?, nil):
      try checkRate(size, "by its magnitude \(name) is \(size.words)")
      return verdict(size, ["by its magnitude"])
    case (nil, .unit(let unit)?): return verdict(unit, ["in step with \(elapsedName)"])
    case (nil, .none?):
      throw error(
        "\(name) does not run in step with \(elapsedName) in any unit",
        remedy
      )
    case (nil, nil): return try undecided()
    }
  }

  // MARK: Evidence

  /// The evidence of the seconds since the start on the unit.
  private enum Agreement: Equatable {
    case unit(TimeUnit)
    /// No unit makes both run together.
    case none
  }

  var numbers: [Double] { sample.numbers }

  /// The unit by which most times are of this century; nil if there is none.
  private var unitBySize: TimeUnit? {
    let numbers = numbers
    return Self.counts.first { unit in
      numbers.count { Self.century ~= $0 / Self.perSecond(unit) } * 2 >= numbers.count
    }
  }

  /// The unit by which the times run as fast as the seconds since the start; nil if nothing tells.
  private var unitByAgreement: Agreement? {
    guard sample.hasElapsed, let (power, share, pairs) = sample.ratio(numbers) else { return nil }
    if share >= 0.5, let unit = Self.counts.first(where: { Self.power($0) == power }) {
      return .unit(unit)
    }
    return pairs >= 8 || isFarFromAll ? Agreement.none : nil
  }

  /// Whether few rows are enough to say that no unit makes both clocks run together: coarse as each may be,
  /// from the first row to the last they are farther apart than a step of each.
  private var isFarFromAll: Bool {
    let pairs = zip(numbers, sample.elapsed).filter { $0.isFinite && $1.isFinite }
    guard pairs.count > 3, let first = pairs.first, let last = pairs.last else { return false }
    let (span, seconds) = (last.0 - first.0, last.1 - first.1)
    let step = Self.shortestStep(pairs.map { $0.0 })
    let tolerance = Self.shortestStep(pairs.map { $0.1 }) + abs(seconds) / 10
    return Self.counts.allSatisfy { unit in
      let factor = Self.perSecond(unit)
      return abs(span / factor - seconds) > step / factor + tolerance
    }
  }

  /// The shortest positive distance of two neighbours, 0 if there is none.
  private static func shortestStep(_ times: [Double]) -> Double {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }
    return steps.min() ?? 0
  }

  /// Holds what was decided against a further clock of the file.
  ///
  /// - Throws: ``ImportError/clock(file:line:what:remedy:)`` if they do not run together, unless one
  ///   leap makes the difference: then a clock was set, and that is a doubt of the verdict.
  private func check(
    _ verdict: inout ClockVerdict,
    against clocks: [(name: String, seconds: [Double])]
  ) throws(ImportError) {
    let unit = verdict.columns.unit
    let times: [Double] =
      switch unit {
      case .iso8601: sample.numbers
      case _ where unit.scale == nil:
        sample.times.map { unit.nanoseconds($0).map { Double($0) / 1e9 } ?? .nan }
      default: sample.numbers.map { $0 / Self.perSecond(unit) }
      }
    for clock in clocks {
      let rows = times.indices.filter { times[$0].isFinite && clock.seconds[$0].isFinite }
      var (span, other, total) = (0.0, 0.0, 0.0)
      var leap = (seconds: 0.0, row: 0)
      for (before, row) in zip(rows, rows.dropFirst()) {
        var step = times[row] - times[before]
        if verdict.columns.origin == .midnight, step < -43_200 { step += 86_400 }
        let otherStep = clock.seconds[row] - clock.seconds[before]
        (span, other, total) = (span + step, other + otherStep, total + step - otherStep)
        if abs(step - otherStep) > abs(leap.seconds) { leap = (step - otherStep, row) }
      }
      let steps =
        Self.shortestStep(rows.map { times[$0] })
        + Self.shortestStep(rows.map { clock.seconds[$0] })
      guard rows.count > 1, abs(total) > steps + max(abs(span), abs(other)) * 0.05 else { continue }
      let both =
        "\(name) as \(unit.words) runs \(Self.text(seconds: abs(span))), and \(clock.name) "
        + Self.text(seconds: abs(other))
      guard abs(total - leap.seconds) <= steps + max(abs(span - leap.seconds), abs(other)) * 0.05
      else {
        throw error("in the first \(rows.count) rows \(both)", remedy)
      }
      verdict.doubts.append(
        (
          sample.lines[leap.row],
          "\(both): one leap makes the difference, and \(name) was believed."
        )
      )
    }
  }

  /// Decides when neither size nor agreement tell: by the rate, or by what the app usually writes.
  private func undecided() throws(ImportError) -> ClockVerdict {
    if let step = sample.usualStep(numbers) {
      let fitting = Self.counts.filter { periodRange(times: 1) ~= step / Self.perSecond($0) }
      if fitting.count == 1 {
        return verdict(fitting[0], ["only so its rate is a usual one"], isAssumed: true)
      }
    }
    guard columns.basis == .habit else {
      throw error(
        "nothing tells the unit of \(name)",
        "give it with --time-unit"
      )
    }
    return verdict(
      columns.unit,
      ["that is what the app writes, and nothing else tells"],
      isAssumed: true
    )
  }

  // MARK: Rates

  func periodRange(times factor: Double) -> ClosedRange<Double> {
    if let nominal = nominalPeriod { return nominal / 25 / factor...nominal * 25 * factor }
    return usualPeriod.lowerBound / factor...usualPeriod.upperBound * factor
  }

  /// Refuses a unit by which the rate cannot be.
  private func checkRate(_ unit: TimeUnit, _ reason: String) throws(ImportError) {
    guard let scale = unit.scale, let step = sample.usualStep(numbers) else { return }
    let period = step / Self.perSecond(unit)
    guard !(periodRange(times: 10) ~= period) else { return }
    let better = Self.counts.first { periodRange(times: 1) ~= step / Self.perSecond($0) }
    guard let better, better.scale != scale else { return }
    throw error(
      "\(reason), but then two rows are \(Self.text(seconds: period)) apart, and "
        + "\(Self.text(seconds: step / Self.perSecond(better))) if it were \(better.words)",
      "say which with --time-unit \(unit.rawValue) or --time-unit \(better.rawValue)"
    )
  }

  // MARK: Verdicts

  func verdict(
    _ unit: TimeUnit,
    _ evidence: [String],
    isAssumed: Bool = false
  ) -> ClockVerdict {
    var columns = columns
    var evidence = evidence
    var isAssumed = isAssumed
    columns.unit = unit
    let first = sample.first(unit)
    switch unit {
    case .dateTimeDigits: columns.origin = .unix
    case .timeOfDayDigits, .timeOfDayMilliseconds: takeDate(&columns, &evidence)
    case .iso8601:
      columns.hasZone = sample.texts.first?.zoneMinutes != nil
      if sample.texts.first?.date == nil, !sample.texts.isEmpty {
        takeDate(&columns, &evidence)
      } else {
        columns.origin = .unix
        evidence.append(columns.hasZone ? "each with its zone" : "no zone, so it is taken as UTC")
      }
    default:
      if unitBySize == unit {
        columns.origin = .unix
        columns.isChecked = options.timeUnit == nil
      } else if columns.elapsed == columns.time || startsWithElapsed(unit) {
        columns.origin = .start
      } else if columns.origin == .unix, options.timeUnit == nil,
        unit != self.columns.unit || sample.times.count > 1
      {
        columns.origin = .unknown
      }
    }
    if unit == .milliseconds, columns.origin == .unknown, options.timeUnit == nil,
      let turns = MinuteTurns(sample), turns.mayBeClock
    {
      isAssumed = true
      evidence.append("digits of a time of day (hhmmssSSS) would run the same")
    }
    if columns.origin == .unix, columns.date == nil, let first {
      evidence.append("the first row is of \(CalendarTime(nanosecondsSinceEpoch: first).iso)")
    }
    let statement = ClockStatement(
      column: name,
      unit: unit,
      origin: columns.origin,
      evidence: evidence,
      isAssumed: isAssumed,
      isTimeOfDay: columns.date != nil || columns.origin == .midnight
    )
    return ClockVerdict(columns: columns, statement: statement)
  }

  /// Times of day are of the day that stands beside them, if it can be read.
  private func takeDate(_ columns: inout TimeColumns, _ evidence: inout [String]) {
    columns.origin = .midnight
    guard let dates = sample.dates else { return }
    guard dates.isUsable else {
      evidence.append(
        dates.isAmbiguous
          ? "the dates in \(dates.name) are ambiguous: day/month/year or month/day/year"
          : "not every row of \(dates.name) has a date such as \(DateColumn.forms)"
      )
      return
    }
    columns.date = dates.column
    columns.dateOrder = dates.order
    columns.origin = .unix
    evidence.append("the dates are in \(dates.name)")
  }

  /// Whether the times are the seconds since the start once more.
  private func startsWithElapsed(_ unit: TimeUnit) -> Bool {
    guard columns.elapsed != columns.time, sample.hasElapsed else { return false }
    let distances = zip(numbers, sample.elapsed)
      .map { abs($0 / Self.perSecond(unit) - $1) }.filter { $0.isFinite }.sorted()
    return distances.isEmpty ? false : distances[distances.count / 2] < 1
  }

  private func contradiction(_ size: TimeUnit, _ agreement: Agreement) -> ImportError {
    let runs =
      switch agreement {
      case .unit(let unit): "runs like \(unit.words) against \(elapsedName)"
      case .none: "does not run in step with \(elapsedName)"
      }
    return error(
      "by its magnitude \(name) is \(size.words) since 1970, but it \(runs)",
      remedy
    )
  }

  /// The remedy for the user, with the clocks that the file has.
  var remedy: String {
    let clocks = OtherClock.all(header, besides: [columns.time, columns.elapsed]).map(\.name)
    return "say what it is with --time-unit, or choose another column with --time-column"
      + (clocks.isEmpty ? "" : " (\(ImportError.list(clocks)))")
  }

  func error(_ what: String, _ remedy: String) -> ImportError {
    .clock(file: file, line: sample.lines.first ?? 1, what: what, remedy: remedy)
  }

  static func perSecond(_ unit: TimeUnit) -> Double {
    switch unit {
    case .milliseconds: 1e3
    case .microseconds: 1e6
    case .nanoseconds: 1e9
    default: 1
    }
  }

  private static func power(_ unit: TimeUnit) -> Int { 9 - (unit.scale ?? 9) }

  private static func text(seconds: Double) -> String {
    switch seconds {
    case 1...: "\((seconds * 10).rounded() / 10) s"
    case 1e-3...: "\((seconds * 1e4).rounded() / 10) ms"
    default: "\((seconds * 1e7).rounded() / 10) µs"
    }
  }
}
