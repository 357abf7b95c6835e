import KymoText

/// An object of native code that scripts can hold, give back and print: a date, a dictionary, a rectangle.
///
/// As a text it is its description, as a number 0. It has no zone and no order but those that are given: what is
/// printed is the same on every machine.
public final class WebOpaqueObject {
  /// The text that it prints as.
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
    let (days, rest) = local.dividedDown(by: 86_400)
    let second = Int(rest)
    let date = CalendarDate(daysSince1970: Int(days))
    let zone = (offset < 0 ? "-" : "+") + two(abs(offset) / 60) + two(abs(offset) % 60)
    let years = String(date.year)
    return WebOpaqueObject(
      description: String(repeating: "0", count: max(0, 4 - years.count)) + years
        + "-\(two(date.month))-\(two(date.day)) "
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
}
