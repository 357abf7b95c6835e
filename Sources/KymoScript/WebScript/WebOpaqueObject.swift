/// An object of native code that scripts can hold, give back and print: a date, a dictionary, a rectangle.
///
/// As a text it is its description, as a number 0. It has no zone and no order but those that are given: what is
/// printed is the same on every machine.
public final class WebOpaqueObject {
  /// What it prints as.
  public let description: String

  /// An object of any kind.
  public init(description: String) { self.description = description }

  /// A date, such as "2010-09-09 00:01:04 +0800".
  ///
  /// - Parameters:
  ///   - seconds: seconds since 1970, UTC; years 1 to 9999.
  ///   - offset: how many minutes the zone it is printed in is ahead of UTC; within a day.
  /// - Returns: the date, with that zone.
  public static func date(secondsSince1970 seconds: Int64, zoneMinutes offset: Int = 0)
    -> WebOpaqueObject
  {
    let local = max(-62_135_596_800, min(seconds, 253_402_300_799)) + Int64(offset) * 60
    let days = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let second = Int(local - days * 86_400)
    let (year, month, day) = date(days: Int(days))
    let zone = (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + two(abs(offset) % 60)
    let years = String(year)
    return WebOpaqueObject(
      description: String(repeating: "0", count: max(0, 4 - years.count)) + years
        + "-\(two(month))-\(two(day)) "
        + "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) \(zone)"
    )
  }

  /// A dictionary, with its members in the order given.
  public static func dictionary(_ members: [(key: String, value: String)]) -> WebOpaqueObject {
    WebOpaqueObject(
      description: "{\n" + members.map { "    \($0.key) = \($0.value);\n" }.joined() + "}"
    )
  }

  /// A rectangle.
  public static func rectangle(x: Double, y: Double, width: Double, height: Double)
    -> WebOpaqueObject
  {
    WebOpaqueObject(
      description: "NSRect: {{\(short(x)), \(short(y))}, {\(short(width)), \(short(height))}}"
    )
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  private static func short(_ value: Double) -> String {
    Int64(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// The date of a day since 1970, in the calendar of Gregory.
  private static func date(days: Int) -> (year: Int, month: Int, day: Int) {
    // Days since March 1st of the year 0, so that a leap day is the last of its year.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    return (year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
  }
}
