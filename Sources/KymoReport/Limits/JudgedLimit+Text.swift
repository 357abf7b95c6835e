public import KymoBench
import KymoText

/// How limits are shown, everywhere in the same words.
extension JudgedLimit {
  /// The subject: `accel instructions`, or `stage 2: accel response.p99`.
  public var name: String {
    (stage.map { "stage \($0): " } ?? "") + "\(limit.subject) \(limit.figure)"
  }

  /// The limit: `at most 805 per event, +1 %`.
  public var limitText: String {
    let word = limit.figure.isLeast ? "at least" : "at most"
    let sign = limit.figure.isLeast ? "-" : "+"
    let tolerance =
      switch limit.tolerance {
      case .amount(0): ""
      case .amount(let amount): ", \(sign)\(amountText(amount))"
      case .percent(let percent): ", \(sign)\(NumberText.shortest(percent)) %"
      }
    return "\(word) \(amountText(limit.value))\(tolerance)"
  }

  /// The measured value; a dash if there is none.
  public var actualText: String { actual.map { amountText($0) } ?? "-" }

  /// The whole in a sentence.
  public var sentence: String {
    if let reason = verdict.reason { return "\(name), \(limitText), is not measured: \(reason)" }
    return "\(name) is \(actualText), \(limitText)"
  }

  /// Whether three digits may not tell both apart.
  private var isClose: Bool {
    actual.map { abs($0 - limit.value) <= 0.02 * limit.value && $0 != limit.value } ?? false
  }

  /// Whether what is beyond the limit would look as if it were not, with the digits that counts have.
  private var needsAllDigits: Bool {
    guard let actual, actual > limit.value else { return false }
    return Self.short(actual) == Self.short(limit.value)
  }

  private func amountText(_ amount: Double) -> String {
    switch limit.figure {
    case .time where isClose: "\(NumberText.grouped(Int(amount.rounded()))) ns"
    case .time: QuantityLabel.time(Int64(amount.rounded()))
    case .counted:
      amount == amount.rounded() && amount < 1e15
        ? NumberText.grouped(Int(amount))
        : needsAllDigits ? NumberText.shortest(amount) : Self.short(amount)
    case .drops: "\(NumberText.shortest(amount)) events"
    case .deadlineMisses: "\(NumberText.significant(amount * 100)) %"
    case .knee: QuantityLabel.rate(amount)
    }
  }

  /// A count per event: below one with the decimals that a limit is written with.
  private static func short(_ amount: Double) -> String {
    amount < 1
      ? NumberText.shortest((amount * 1e6).rounded() / 1e6)
      : NumberText.fixed(amount, decimals: 3, isGrouped: true)
  }
}
