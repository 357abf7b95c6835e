import KymoRecording

extension ClockJudge {
  /// Digits of a wall clock, if that is what the times are.
  func digits() throws(ImportError) -> ClockVerdict? {
    if let dates = ClockDigits(sample.times, WallClockDigits.dateTime) {
      if let ratio = sample.ratio(dates.seconds), sample.hasElapsed,
        ratio.pairs >= 8, !(ratio.power == 0 && ratio.share >= 0.5)
      {
        throw error(
          "the digits of \(name) are dates and times, which do not run in step with \(elapsedName)",
          remedy
        )
      }
      return verdict(.dateTimeDigits, [dates.words("dates and times")])
    }
    if let verdict = try clockOfMilliseconds() { return verdict }
    let found = ClockDigits(sample.times, WallClockDigits.timeOfDay)
    guard let clocks = found, clocks.seconds.count > 1, clocks.othersAreOutliers else {
      return nil
    }
    let seconds = clocks.seconds
    let numbers = clocks.numbers
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
        [clocks.words("times of day"), "in step with \(elapsedName)"],
        isAssumed: isCount
      )
    }
    return try digitsAlone(clocks, turnsMinute)
  }

  /// Digits of a time of day, where nothing but their order tells.
  ///
  /// As a clock's they follow if they skip the 40 numbers at the end of a minute, or start again at
  /// midnight. Without, whole seconds are a clock's if no count makes the rate of the rows a usual one.
  private func digitsAlone(
    _ clocks: ClockDigits,
    _ turnsMinute: Bool
  ) throws(ImportError) -> ClockVerdict? {
    let seconds = clocks.seconds.filter { $0.isFinite }
    let day = 86_400.0
    var steps: [Double] = []
    var passesMidnight = false
    for (before, after) in zip(seconds, seconds.dropFirst()) where before != after {
      let isNextDay = after - before < -day / 2
      passesMidnight = passesMidnight || isNextDay
      if isNextDay || after > before { steps.append(after - before + (isNextDay ? day : 0)) }
    }
    steps.sort()
    guard let first = clocks.numbers.first(where: { $0.isFinite }), let shortest = steps.first
    else { return nil }
    let range = periodRange(times: 1)
    // The clock may be coarser than the rows; so few steps have to be those of a clock of seconds.
    let isClock =
      steps.count > 2
      ? range.lowerBound...max(1, range.upperBound) ~= steps[steps.count / 2] : shortest <= 1
    let digits = clocks.words("times of day")
    guard isClock else { return nil }
    if passesMidnight, first >= 100 { return verdict(.timeOfDayDigits, [digits]) }
    if turnsMinute, first >= 100 { return verdict(.timeOfDayDigits, [digits]) }
    if sample.paddedDigits == 6 { return verdict(.timeOfDayDigits, [digits, "six in every row"]) }
    if let dates = sample.dates, dates.isUsable, first >= 10_000 {
      return verdict(.timeOfDayDigits, [digits])
    }
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

  /// Digits hhmmssSSS, if that is what the times are: they skip the 40,000 numbers at the end of each minute.
  private func clockOfMilliseconds() throws(ImportError) -> ClockVerdict? {
    guard let turns = MinuteTurns(sample) else { return nil }
    var evidence = [turns.digits.words("times of day")]
    if turns.count > 0 { evidence.append(MinuteTurns.evidence) }
    if sample.paddedDigits == 9 { evidence.append("nine in every row") }
    let hasDate = sample.dates?.isUsable ?? false
    guard turns.count > 0 || sample.paddedDigits == 9 || (hasDate && turns.mayBeClock) else {
      return try undecidedMilliseconds(turns)
    }
    if sample.hasElapsed, let ratio = sample.ratio(turns.digits.seconds) {
      guard ratio.power == 0, ratio.share >= 0.5 else {
        guard turns.count > 0, ratio.pairs >= 8 else { return nil }
        throw error(
          "the digits of \(name) are times of day (hhmmssSSS), which do not run in step with "
            + elapsedName,
          remedy
        )
      }
      evidence.append("in step with \(elapsedName)")
    }
    return verdict(.timeOfDayMilliseconds, evidence)
  }

  /// Nil if the rate is one of ms, which nothing tells from digits, since both run the same.
  ///
  /// - Throws: ``ImportError/clock(file:line:what:remedy:)`` if another count would have a usual rate: that
  ///   is as likely.
  private func undecidedMilliseconds(_ turns: MinuteTurns) throws(ImportError) -> ClockVerdict? {
    guard turns.mayBeClock, !sample.hasElapsed, let step = sample.usualStep(numbers) else {
      return nil
    }
    let fitting = Self.counts.filter { periodRange(times: 1) ~= step / Self.perSecond($0) }
    guard let rival = fitting.first, !fitting.contains(.milliseconds) else { return nil }
    throw error(
      "\(name) may be \(TimeUnit.timeOfDayMilliseconds.words), and as well \(rival.words)",
      "say which with --time-unit \(TimeUnit.timeOfDayMilliseconds.rawValue) or --time-unit "
        + rival.rawValue
    )
  }

  /// Times that are text as ISO 8601 has it.
  func textVerdict(_ reason: String) throws(ImportError) -> ClockVerdict {
    if sample.hasElapsed, let ratio = sample.ratio(numbers), ratio.pairs >= 8,
      !(ratio.power == 0 && ratio.share >= 0.5)
    {
      throw error("what \(name) says does not run in step with \(elapsedName)", remedy)
    }
    return verdict(.iso8601, [reason])
  }
}
