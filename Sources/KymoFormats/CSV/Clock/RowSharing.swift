/// The meaning of a row of a table whose rows are of several sensors.
enum RowSharing: Equatable {
  /// Every row is one of its only sensor.
  case none
  /// Rows without any value are of other sensors.
  case sparse
  /// As ``sparse``; and rows at the time of the one before say the same once more, since the time is that of the
  /// sensor.
  case repeated
  /// As ``sparse``; and rows with the values of the one before say the same once more, since the time is not that of
  /// the sensor.
  case held
}
