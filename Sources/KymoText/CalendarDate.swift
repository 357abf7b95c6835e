/// A day of the Gregorian calendar, which is taken as valid for all years.
///
/// The conversions are those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": a year that begins in
/// March has its leap day at the end, and 400 years are always 146,097 days.
package struct CalendarDate: Equatable, Sendable {
  /// The year; 0 is the one before 1.
  package var year: Int
  /// The month; 1...12.
  package var month: Int
  /// The day of the month; 1...31.
  package var day: Int

  /// Takes a day; nil if there is no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01: `civil_from_days`.
  package init(daysSince1970 days: Int) {
    // Eras of 400 years from 0000-03-01; 719,468 days lie between that and 1970.
    let (era, rest) = Int64(days + 719_468).dividedDown(by: 146_097)
    let dayOfEra = Int(rest)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153  // 0 is March.
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + Int(era) * 400 + (month <= 2 ? 1 : 0)
  }

  /// How many days after 1970-01-01 it begins: `days_from_civil`.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
