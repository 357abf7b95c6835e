import KymoRecording
import KymoText

/// The time of a call as its line has it: a number, whose unit the whole log tells, or ISO 8601.
enum CallLogTime: Equatable {
  /// The digits of a JSON number.
  case number(String)
  /// In ns since 1970.
  case date(Int64)

  /// The units of a number, in the order in which they are tried.
  static let units: [TimeUnit] = [.milliseconds, .nanoseconds, .microseconds, .seconds]

  /// The times that are taken for those of a clock: the years 2001 to 2100, in ns since 1970.
  static let wallClock: Range<Int64> = 978_307_200_000_000_000..<4_133_980_800_000_000_000

  /// The time in ns if numbers are of a unit; nil if there is no such time.
  func nanoseconds(_ unit: TimeUnit) -> Int64? {
    switch self {
    case .date(let time): time
    case .number(let digits): unit.scale.flatMap { Self.nanoseconds(digits, scale: $0) }
    }
  }

  /// A decimal number times 10^`scale`, exactly; what is finer than a ns is cut off.
  ///
  /// - Returns: nil for anything else.
  static func nanoseconds(_ digits: String, scale: Int) -> Int64? {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Int64(parts[0]) else { return nil }
    let isNegative = digits.hasPrefix("-")
    var factor: Int64 = 1
    for _ in 0..<scale { factor *= 10 }
    let (product, overflow) = whole.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    var fraction: Int64 = 0
    if parts.count == 2 {
      for digit in parts[1].utf8 {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
        factor /= 10
        fraction += Int64(digit - UInt8(ascii: "0")) * factor
      }
    }
    let (sum, carry) =
      isNegative
      ? product.subtractingReportingOverflow(fraction)
      : product.addingReportingOverflow(fraction)
    return carry ? nil : sum
  }

  /// Reads a date and time with its zone: `2026-11-22T11:30:00.123Z`, or with an offset such as `+01:00`.
  ///
  /// - Returns: nil for anything else, and for a time without a date or a zone: it could be any.
  init?(iso text: String) {
    let bytes = Array(text.utf8)
    guard let moment = ISOTime(span: bytes.span, start: 0, end: bytes.count), moment.date != nil,
      moment.zoneMinutes != nil, let time = moment.nanosecondsSinceEpoch
    else { return nil }
    self = .date(time)
  }
}
