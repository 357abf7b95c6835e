/// What a CSV file of a known format is to the import.
enum TableRole: Equatable {
  case acceleration(AccelerationTable)
  case location(LocationTable)
  /// What is missing in accelerations without gravity.
  case gravity(AccelerationTable)
  /// Keys and values, or one row of facts, about the recording.
  case facts
  /// Known, but nothing that becomes an event.
  case unused
  /// The columns of an acceleration, and a name that tells nothing.
  case unknownSensor
}
