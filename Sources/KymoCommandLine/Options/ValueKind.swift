import KymoText

/// The kind of value that an option accepts.
///
/// Checked while the command line is read, so that `run` never sees a bad value.
package enum ValueKind: Equatable, Sendable {
  /// Any text.
  case text
  /// The path of a file; completes file names.
  case file
  /// A whole number within a range.
  case integer(ClosedRange<Int>)
  /// A number within a range; never NaN.
  case number(ClosedRange<Double>)
  /// Events or samples per second within a range, such as `1500`, `50k` or `1.5M`.
  case rate(ClosedRange<Double>)
  /// A duration such as `10`, `2.5s`, `500ms`, `2m`, `1m30s`; seconds when it has no unit.
  case duration
  /// A speed such as `10`, `10x` or `max`.
  case speed
  /// A 64-bit seed, decimal or hexadecimal with `0x`.
  case seed
  /// One of these words.
  case choice([String])
  /// `NAME=FILE`, where the name is one of these words; just `NAME` too if no file is needed.
  case namedFile([String], needsFile: Bool = true)

  /// Checks one value.
  ///
  /// - Throws: ``UsageError`` that names `option` and says what would be accepted.
  package func validate(_ value: String, for option: String) throws(UsageError) {
    switch self {
    case .text:
      return
    case .file:
      if value.isEmpty { throw UsageError("\(option) needs a file name") }
    case .integer(let range):
      guard let number = Int(value), range.contains(number) else {
        throw refusal(of: value, for: option, wanted: "a whole number\(Self.describe(range))")
      }
    case .number(let range):
      guard let number = Double(value), range.contains(number) else {
        throw refusal(of: value, for: option, wanted: "a number\(Self.describe(range))")
      }
    case .rate(let range):
      guard let rate = RateText.perSecond(value), range.contains(rate) else {
        let wanted = "a rate\(Self.describe(range)), such as 1500, 50k or 1.5M"
        throw refusal(of: value, for: option, wanted: wanted)
      }
    case .duration:
      guard DurationText.nanoseconds(value) != nil else {
        throw refusal(of: value, for: option, wanted: "a duration such as 10, 2.5s, 500ms or 2m")
      }
    case .speed:
      guard PlaybackSpeed(text: value) != nil else {
        throw refusal(
          of: value,
          for: option,
          wanted: "a speed from 0.000001 to 1000000 such as 1 or 10x, or max"
        )
      }
    case .seed:
      guard Self.seed(value) != nil else {
        throw refusal(of: value, for: option, wanted: "a 64-bit whole number, as 42 or 0x2a")
      }
    case .choice(let words):
      try Self.check(value, against: words, for: option)
    case .namedFile(let names, let needsFile):
      guard let separator = value.firstIndex(of: "=") else {
        if !needsFile { return try Self.check(value, against: names, for: option) }
        let example = "\(names.first ?? "name")=out"
        throw refusal(of: value, for: option, wanted: "NAME=FILE, such as \(example)")
      }
      try Self.check(String(value[..<separator]), against: names, for: option)
      if value.index(after: separator) == value.endIndex {
        throw UsageError("\(option) \(value) needs a file name after '='")
      }
    }
  }

  /// The words that complete a value, if they are known.
  package var words: [String] {
    switch self {
    case .choice(let words): words
    case .namedFile(let names, let needsFile): names.map { needsFile ? "\($0)=" : $0 }
    case .speed: ["1", "10", "max"]
    case .text, .file, .integer, .number, .rate, .duration, .seed: []
    }
  }

  /// Reads a seed: decimal digits, or hexadecimal ones after `0x`.
  package static func seed(_ text: String) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }

  private func refusal(of value: String, for option: String, wanted: String) -> UsageError {
    UsageError("\(option) wants \(wanted), not '\(value)'")
  }

  private static func check(
    _ word: String,
    against words: [String],
    for option: String
  ) throws(UsageError) {
    guard !words.contains(word) else { return }
    let list = words.joined(separator: ", ")
    throw UsageError(
      "\(option) wants one of \(list), not '\(word)'",
      suggestion: Suggestion.closest(to: word, among: words)
    )
  }

  private static func describe(_ range: ClosedRange<Int>) -> String {
    switch (range.lowerBound, range.upperBound) {
    case (.min, .max): ""
    case (let low, .max): " of at least \(low)"
    case (.min, let high): " of at most \(high)"
    case (let low, let high): " from \(low) to \(high)"
    }
  }

  private static func describe(_ range: ClosedRange<Double>) -> String {
    let low = NumberText.shortest(range.lowerBound)
    let high = NumberText.shortest(range.upperBound)
    let boundless = Double.greatestFiniteMagnitude
    return switch (range.lowerBound <= -boundless, range.upperBound >= boundless) {
    case (true, true): ""
    case (false, true): " of at least \(low)"
    case (true, false): " of at most \(high)"
    case (false, false): " from \(low) to \(high)"
    }
  }
}
