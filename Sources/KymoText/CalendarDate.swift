/// A day of the Gregorian calendar, which is taken as valid for all years.
package struct CalendarDate: Equatable {
  /// The year.
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

  /// How many days after 1970-01-01 it begins.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
