/// The kind of choice that a picker offers.
public enum DatePickerMode: Sendable, Hashable, CaseIterable {
  /// A day; the time of it is midnight.
  case date
  /// A day, an hour and a minute.
  case dateAndTime
  /// An hour and a minute of the day that it is shown on.
  case time
}
