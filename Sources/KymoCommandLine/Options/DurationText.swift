/// Reads durations as people type them: `10`, `2.5s`, `500ms`, `2m`, `1m30s`.
package enum DurationText {
  /// The units, longest spelling first, so that `ms` is not read as `s`.
  private static let units: [(suffix: String, nanoseconds: Int64)] = [
    ("min", 60_000_000_000),
    ("ns", 1),
    ("us", 1_000),
    ("µs", 1_000),
    ("ms", 1_000_000),
    ("s", 1_000_000_000),
    ("m", 60_000_000_000),
    ("h", 3_600_000_000_000),
  ]

  /// The duration in ns, or `nil` if `text` is no duration.
  ///
  /// A number without a unit is in seconds. Digits beyond the nanosecond are cut off. The
  /// arithmetic is exact: no `Double` is involved. Negative and overflowing durations are `nil`.
  ///
  /// Of several parts each has its unit, the larger ones first, and only the last has a fraction.
  package static func nanoseconds(_ text: String) -> Int64? {
    let parts = parts(of: text)
    guard parts.count > 1 else { return one(text) }
    var (sum, last) = (Int64(0), Int64.max)
    for (index, part) in parts.enumerated() {
      guard let unit = units.first(where: { part.hasSuffix($0.suffix) })?.nanoseconds, unit < last,
        index == parts.count - 1 || !part.contains("."), let value = one(part)
      else { return nil }
      last = unit
      let (next, overflow) = sum.addingReportingOverflow(value)
      guard !overflow else { return nil }
      sum = next
    }
    return sum
  }

  /// The parts of a text, each a number with what follows it.
  private static func parts(of text: String) -> [String] {
    var parts: [String] = []
    var wasNumber = false
    for character in text {
      let isNumber = character.isWholeNumber || character == "."
      if isNumber, !wasNumber { parts.append("") }
      if parts.isEmpty { parts.append("") }
      parts[parts.count - 1].append(character)
      wasNumber = isNumber
    }
    return parts
  }

  private static func one(_ text: String) -> Int64? {
    let unit = units.first { text.hasSuffix($0.suffix) } ?? (suffix: "", nanoseconds: 1_000_000_000)
    let parts = text.dropLast(unit.suffix.count)
      .split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let wholeDigits = parts.first, isDigits(wholeDigits) else { return nil }
    guard let whole = Int64(wholeDigits) else { return nil }
    let (total, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return total }

    guard isDigits(parts[1]) else { return nil }
    var fraction: Int64 = 0
    var place = unit.nanoseconds
    for digit in parts[1].utf8 {
      // 10 divides every decimal unit; of a minute it leaves whole nanoseconds down to 1e-9 min.
      place /= 10
      fraction += Int64(digit - UInt8(ascii: "0")) * place
    }
    let (sum, overflowed) = total.addingReportingOverflow(fraction)
    return overflowed ? nil : sum
  }

  private static func isDigits(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// The same of a text that has its unit; nil of a bare number, but for 0, which is the same in any.
  ///
  /// For limits, which files give in ns: there it is not clear which unit a bare number has.
  package static func nanosecondsOfUnit(_ text: String) -> Int64? {
    text.last?.isLetter == true || Double(text) == 0 ? nanoseconds(text) : nil
  }
}
