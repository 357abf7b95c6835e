public import KymoBench
import KymoText

/// How limits are shown, everywhere in the same words.
extension JudgedLimit {
  /// The subject: `accel instructions`, or `stage 2: accel response.p99`.
  public var name: String {
    (stage.map { "stage \($0): " } ?? "") + "\(limit.subject) \(limit.figure)"
  }

  /// The limit: `at most 813.050 (805 + 1 %)`.
  public var limitText: String {
    let word = limit.figure.isLeast ? "at least" : "at most"
    guard limit.tolerance != .none else { return "\(word) \(amountText(limit.value))" }
    let reach =
      switch limit.tolerance {
      case .amount(let amount): amountText(amount)
      case .percent(let percent): "\(NumberText.shortest(percent)) %"
      }
    let sign = limit.figure.isLeast ? "-" : "+"
    return "\(word) \(amountText(limit.bound)) (\(amountText(limit.value)) \(sign) \(reach))"
  }

  /// The measured value; a dash if there is none.
  public var actualText: String { actual.map { amountText($0) } ?? "-" }

  /// The whole in a sentence.
  public var sentence: String {
    if let reason = verdict.reason { return "\(name), \(limitText), is not measured: \(reason)" }
    return "\(name) is \(actualText), \(limitText)"
  }

  /// The limit, and the same with its tolerance: what figures are compared with.
  private var edges: [Double] { [limit.value, limit.bound] }

  /// Whether three digits may not tell the figure from an edge.
  private var isClose: Bool {
    guard let actual else { return false }
    return edges.contains { abs(actual - $0) <= 0.02 * $0 && actual != $0 }
  }

  /// Whether what is beyond an edge would look as if it were not, in a text with few digits.
  private func needsAllDigits(_ text: (Double) -> String) -> Bool {
    guard let actual else { return false }
    return edges.contains { edge in
      (limit.figure.isLeast ? actual < edge : actual > edge) && text(actual) == text(edge)
    }
  }

  private func amountText(_ amount: Double) -> String {
    switch limit.figure {
    case .time where isClose: "\(NumberText.grouped(Int(amount.rounded()))) ns"
    case .time: QuantityLabel.time(Int64(amount.rounded()))
    case .counted:
      amount == amount.rounded() && amount < 1e15
        ? NumberText.grouped(Int(amount))
        : needsAllDigits(Self.short) ? distinct(amount) : Self.short(amount)
    case .drops: "\(NumberText.shortest(amount)) events"
    case .deadlineMisses:
      needsAllDigits(Self.share)
        ? "\(distinct(amount, scale: 100)) %" : Self.share(amount)
    case .knee:
      needsAllDigits(QuantityLabel.rate)
        ? "\(distinct(amount)) events/s" : QuantityLabel.rate(amount)
    }
  }

  /// An amount with as many digits as tell the figure from the edges that it is beyond, times a scale.
  private func distinct(_ amount: Double, scale: Double = 1) -> String {
    for digits in 4..<17 {
      let isTold = !needsAllDigits { Self.text($0 * scale, digits: digits) }
      if isTold { return Self.text(amount * scale, digits: digits) }
    }
    return NumberText.shortest(amount * scale)
  }

  /// A number with so many digits that count, at most.
  private static func text(_ value: Double, digits: Int) -> String {
    guard value.isNormal else { return NumberText.shortest(value) }
    var unit = 1.0
    for _ in 1..<digits { unit *= 10 }
    var parts = 1.0
    while abs(value) * parts >= unit * 10 { parts /= 10 }
    while abs(value) * parts < unit { parts *= 10 }
    return NumberText.shortest((value * parts).rounded() / parts)
  }

  private static func share(_ amount: Double) -> String {
    "\(NumberText.significant(amount * 100)) %"
  }

  /// A count per event: below one with the decimals that a limit is written with.
  private static func short(_ amount: Double) -> String {
    amount < 1
      ? NumberText.shortest((amount * 1e6).rounded() / 1e6)
      : NumberText.fixed(amount, decimals: 3, isGrouped: true)
  }
}
