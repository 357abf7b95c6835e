import KymoRecording

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
  /// - Returns: nil for anything else, and for a time without a zone: it could be any.
  init?(iso text: String) {
    var rest = text.utf8[...]
    func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(count)
      guard digits.count == count, digits.allSatisfy(Self.isDigit),
        let value = Int(String(decoding: digits, as: UTF8.self)), range.contains(value)
      else { return nil }
      rest = rest.dropFirst(count)
      return value
    }
    func skip(_ byte: UInt8) -> Bool {
      guard rest.first == byte else { return false }
      rest = rest.dropFirst()
      return true
    }
    let (dash, colon) = (UInt8(ascii: "-"), UInt8(ascii: ":"))
    guard let year = number(4, 1...9999), skip(dash), let month = number(2, 1...12), skip(dash),
      let day = number(2, 1...31), skip(UInt8(ascii: "T")) || skip(UInt8(ascii: " ")),
      let hour = number(2, 0...23), skip(colon), let minute = number(2, 0...59), skip(colon),
      let second = number(2, 0...59), let days = Self.days(year, month, day)
    else { return nil }
    var (fraction, unit) = (Int64(0), Int64(1_000_000_000))
    if skip(UInt8(ascii: ".")) {
      let digits = rest.prefix(while: Self.isDigit)
      guard !digits.isEmpty else { return nil }
      for digit in digits {
        unit /= 10
        fraction += Int64(digit - UInt8(ascii: "0")) * unit
      }
      rest = rest.dropFirst(digits.count)
    }
    var offset = 0
    if !skip(UInt8(ascii: "Z")) {
      let isEast = rest.first == UInt8(ascii: "+")
      guard isEast || rest.first == dash else { return nil }
      rest = rest.dropFirst()
      guard let hours = number(2, 0...23) else { return nil }
      _ = skip(colon)
      guard let minutes = number(2, 0...59) else { return nil }
      offset = (isEast ? 60 : -60) * (60 * hours + minutes)
    }
    let seconds = days * 86_400 + 3600 * hour + 60 * minute + second - offset
    let (product, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard rest.isEmpty, !overflow else { return nil }
    let (sum, carry) = product.addingReportingOverflow(fraction)
    guard !carry else { return nil }
    self = .date(sum)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// How many days after 1970-01-01 a day of the Gregorian calendar begins; nil if there is none.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    let before = year - 1
    let leaps = before / 4 - before / 100 + before / 400
    // 719,162 days lie between the years 1 and 1970.
    return 365 * before + leaps + lengths[..<(month - 1)].reduce(0, +) + day - 1 - 719_162
  }
}
