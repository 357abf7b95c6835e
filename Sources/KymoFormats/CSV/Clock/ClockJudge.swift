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
  /// What is known before the numbers are looked at.
  let columns: TimeColumns
  /// The first rows.
  let sample: ClockSample
  /// What the user decides.
  let options: ImportOptions
  /// How long two rows may usually be apart, in s.
  let usualPeriod: ClosedRange<Double>
  /// How long the recording says that two rows are apart, in s.
  let nominalPeriod: Double?

  /// 2000 to 2100, in s since 1970.
  static let century = 946_684_800.0...4_102_444_800.0
  private static let counts: [TimeUnit] = [.seconds, .milliseconds, .microseconds, .nanoseconds]

  private var name: String { String(header.texts[columns.time].prefix(40)) }
  private var elapsedName: String {
    columns.elapsed.map { String(header.texts[$0].prefix(40)) } ?? "the time"
  }

  /// Decides.
  ///
  /// - Throws: ``ImportError/clock(file:line:what:remedy:)`` when the evidence contradicts itself, or
  ///   when there is none and nobody says what the numbers are.
  func decide() throws(ImportError) -> (columns: TimeColumns, statement: ClockStatement) {
    if let unit = options.timeUnit { return verdict(unit, ["--time-unit says so"]) }
    if columns.basis == .header {
      let said = "the header says \(columns.unit.words)"
      if case .unit(let unit)? = unitByAgreement {
        guard unit == columns.unit else {
          throw error(
            "\(said) for \(name), but it runs like \(unit.words) against \(elapsedName)",
            Self.remedy
          )
        }
      } else {
        try checkRate(columns.unit, said)
      }
      return verdict(columns.unit, ["the header says so"])
    }
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
        Self.remedy
      )
    case (nil, nil): return try undecided()
    }
  }

  // MARK: Evidence

  /// What the seconds since the start say about the unit.
  private enum Agreement: Equatable {
    case unit(TimeUnit)
    /// No unit makes both run together.
    case none
  }

  private var numbers: [Double] { sample.times.map { $0.double ?? .nan } }

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
    return pairs >= 8 ? Agreement.none : nil
  }

  /// Digits of a wall clock, if that is what the times are.
  private func digits() throws(ImportError) -> (TimeColumns, ClockStatement)? {
    let dates = sample.times.map { WallClockDigits.dateTime($0) }
    if dates.allSatisfy({ $0 != nil }) {
      if let ratio = sample.ratio(dates.map { Double($0 ?? 0) / 1e9 }), sample.hasElapsed,
        ratio.pairs >= 8, !(ratio.power == 0 && ratio.share >= 0.5)
      {
        throw error(
          "the digits of \(name) are dates and times, which do not run in step with \(elapsedName)",
          Self.remedy
        )
      }
      return verdict(.dateTimeDigits, ["all of its digits are dates and times"])
    }
    let clocks = sample.times.map { WallClockDigits.timeOfDay($0) }
    guard clocks.allSatisfy({ $0 != nil }), clocks.count > 1 else { return nil }
    let seconds = clocks.map { Double($0 ?? 0) / 1e9 }
    let numbers = numbers
    // A count of seconds or of anything else has 60 to 99 as its last digits now and then.
    let turnsMinute = zip(numbers, numbers.dropFirst()).contains { $1 - $0 >= 40 }
    if sample.hasElapsed {
      guard let clock = sample.ratio(seconds), clock.power == 0, clock.share >= 0.5 else {
        return nil
      }
      let count = sample.ratio(numbers)
      let isCount = count.map { $0.power == 0 && $0.share >= clock.share } ?? false
      if isCount, turnsMinute || (numbers.first ?? 0) < 10_000 { return nil }
      return verdict(
        .timeOfDayDigits,
        ["all of its digits are times of day", "in step with \(elapsedName)"],
        isAssumed: isCount
      )
    }
    return try digitsAlone(seconds, turnsMinute)
  }

  /// Digits of a time of day, where nothing but their order tells; `seconds` are what they say.
  ///
  /// As a clock's they follow if they skip the 40 numbers at the end of a minute, or start again at
  /// midnight. Without, whole seconds are a clock's if no count makes the rate of the rows a usual one.
  private func digitsAlone(
    _ seconds: [Double],
    _ turnsMinute: Bool
  ) throws(ImportError) -> (TimeColumns, ClockStatement)? {
    let day = 86_400.0
    var steps: [Double] = []
    var passesMidnight = false
    for (before, after) in zip(seconds, seconds.dropFirst()) where before != after {
      let isNextDay = after - before < -day / 2
      passesMidnight = passesMidnight || isNextDay
      if isNextDay || after > before { steps.append(after - before + (isNextDay ? day : 0)) }
    }
    steps.sort()
    guard let first = sample.times.first?.double, let shortest = steps.first else { return nil }
    let range = periodRange(times: 1)
    // The clock may be coarser than the rows; so few steps have to be those of a clock of seconds.
    let isClock =
      steps.count > 2
      ? range.lowerBound...max(1, range.upperBound) ~= steps[steps.count / 2] : shortest <= 1
    let digits = "all of its digits are times of day"
    guard isClock else { return nil }
    if passesMidnight, first >= 100 { return verdict(.timeOfDayDigits, [digits]) }
    if turnsMinute, first >= 100 { return verdict(.timeOfDayDigits, [digits]) }
    guard first >= 10_000, seconds.allSatisfy({ $0 == $0.rounded() }) else { return nil }
    let period = meanPeriod(seconds)
    // The numbers run as the seconds do, since no minute ends.
    let rival = Self.counts.dropFirst().first { range ~= period / Self.perSecond($0) }
    if let rival {
      throw error(
        "\(name) may be \(TimeUnit.timeOfDayDigits.words), and as well \(rival.words)",
        "say which with --time-unit \(TimeUnit.timeOfDayDigits.rawValue) or --time-unit "
          + rival.rawValue
      )
    }
    return verdict(
      .timeOfDayDigits,
      [digits, "counts of less than a second give no usual rate"],
      isAssumed: true
    )
  }

  /// How far two rows are apart on average, in the unit of `times`.
  private func meanPeriod(_ times: [Double]) -> Double {
    guard let first = times.first, let last = times.last, times.count > 1 else { return 0 }
    return abs(last - first) / Double(times.count - 1)
  }

  /// What is left when neither size nor agreement tell: the rate, or what the app usually writes.
  private func undecided() throws(ImportError) -> (TimeColumns, ClockStatement) {
    if let step = sample.usualStep(numbers) {
      let fitting = Self.counts.filter { periodRange(times: 1) ~= step / Self.perSecond($0) }
      if fitting.count == 1 {
        return verdict(fitting[0], ["only so its rate is a usual one"], isAssumed: true)
      }
    }
    guard columns.basis == .habit else {
      throw error(
        "nothing says what the numbers in \(name) are",
        "say it with --time-unit"
      )
    }
    return verdict(
      columns.unit,
      ["that is what the app writes, and nothing else tells"],
      isAssumed: true
    )
  }

  // MARK: Rates

  private func periodRange(times factor: Double) -> ClosedRange<Double> {
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

  private func verdict(
    _ unit: TimeUnit,
    _ evidence: [String],
    isAssumed: Bool = false
  ) -> (columns: TimeColumns, statement: ClockStatement) {
    var columns = columns
    var evidence = evidence
    columns.unit = unit
    let first = sample.times.first.flatMap { unit.nanoseconds($0) }
    switch unit {
    case .dateTimeDigits: columns.origin = .unix
    case .timeOfDayDigits: columns.origin = .midnight
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
    if columns.origin == .unix, let first {
      evidence.append("the first row is of \(CalendarTime(nanosecondsSinceEpoch: first).iso)")
    }
    let statement = ClockStatement(
      column: name,
      unit: unit,
      origin: columns.origin,
      evidence: evidence,
      isAssumed: isAssumed
    )
    return (columns, statement)
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
      Self.remedy
    )
  }

  private static let remedy =
    "say what it is with --time-unit, or choose another column with --time-column"

  private func error(_ what: String, _ remedy: String) -> ImportError {
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

extension TimeUnit {
  /// A time of this unit in ns; nil if it is none or does not fit.
  func nanoseconds(_ decimal: Decimal64) -> Int64? {
    switch self {
    case .dateTimeDigits: WallClockDigits.dateTime(decimal)
    case .timeOfDayDigits: WallClockDigits.timeOfDay(decimal)
    default: decimal.integer(scale: scale ?? 0)
    }
  }
}
