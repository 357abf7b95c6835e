import KymoCore
import KymoRecording

/// How the accelerations of a file become m/s² on the canonical axes.
///
/// The statement of the header or the recording's metadata comes first, then that of the user, then
/// the look of the numbers: gravity makes the median magnitude about 1 in g and about 9.8 in
/// m/s².
struct AccelerationScale: Equatable {
  /// The factor that every component is multiplied by.
  var factor: Double
  /// Which guesses that takes; none if everything is stated.
  var guesses: [RepairRule] = []
  /// A conversion or assumption for the user to know, or nil.
  var note: (topic: ImportNote.Topic, text: String)?

  static func == (left: Self, right: Self) -> Bool {
    left.factor == right.factor && left.guesses == right.guesses
  }

  /// The scale of accelerations of any make, such as beside fixes: the header or the numbers have the unit.
  static func combined(
    _ table: AccelerationTable,
    platform: PhonePlatform?,
    isStandardised: Bool?,
    medianMagnitude: Double
  ) -> AccelerationScale {
    let sign = platform == .ios && isStandardised != true ? -1.0 : 1.0
    let isInG = table.unit == .standardGravity || table.unit == nil && looksLikeG(medianMagnitude)
    var scale = AccelerationScale(factor: isInG ? sign * Acceleration.standardGravity : sign)
    if isInG, table.unit == nil { scale.guesses = [.unitGuessed] }
    let unit = isInG ? "g, multiplied by 9.80665" : "m/s²"
    let gravity =
      hasGravity(table, medianMagnitude) ? "with gravity, by their magnitude" : "without gravity"
    scale.note = (
      .assumption,
      "The accelerations are taken as \(unit), \(gravity), on the axes x, y and z of the device."
    )
    return scale
  }

  /// Whether accelerations that do not say so contain gravity.
  static func hasGravity(_ table: AccelerationTable, _ medianMagnitude: Double) -> Bool {
    guard table.isCombined else { return table.hasGravity }
    return switch table.unit {
    case .standardGravity: looksLikeG(medianMagnitude)
    case .metresPerSecondSquared: looksLikeMetres(medianMagnitude)
    case nil: looksLikeG(medianMagnitude) || looksLikeMetres(medianMagnitude)
    }
  }

  /// The scale of a phyphox file: the header has the unit, and the axes are canonical.
  static func phyphox(_ table: AccelerationTable, medianMagnitude: Double) -> AccelerationScale {
    switch table.unit {
    case .metresPerSecondSquared: AccelerationScale(factor: 1)
    case .standardGravity:
      AccelerationScale(
        factor: Acceleration.standardGravity,
        note: (.conversion, "The header says g; multiplied by 9.80665 to get m/s².")
      )
    case nil:
      if table.hasGravity, looksLikeG(medianMagnitude) {
        AccelerationScale(factor: Acceleration.standardGravity, guesses: [.unitGuessed])
      } else {
        AccelerationScale(factor: 1, note: (.assumption, "No unit is stated; taken as m/s²."))
      }
    }
  }

  /// The scale of a SensorLog file: g on opposite axes.
  static func sensorLog(_ table: AccelerationTable, medianMagnitude: Double) -> AccelerationScale {
    if table.unit == .metresPerSecondSquared || table.hasGravity && looksLikeMetres(medianMagnitude)
    {
      return AccelerationScale(
        factor: -1,
        note: (.conversion, "iOS writes accelerations on opposite axes; multiplied by -1.")
      )
    }
    return AccelerationScale(
      factor: -Acceleration.standardGravity,
      note: (.conversion, "iOS writes accelerations in g on opposite axes; multiplied by -9.80665.")
    )
  }

  /// The scale of a Sensor Logger file: it depends on the phone's system and the sensor.
  static func sensorLogger(
    _ table: AccelerationTable,
    platform: PhonePlatform?,
    isStandardised: Bool?,
    medianMagnitude: Double
  ) -> AccelerationScale {
    let isUncalibrated =
      table.rank == SensorLoggerCSV.AccelerationSensor.uncalibrated.rawValue
    let isInG = table.hasGravity && looksLikeG(medianMagnitude)
    let isInMetres = table.hasGravity && looksLikeMetres(medianMagnitude)
    guard let platform else {
      if isInG {
        return AccelerationScale(
          factor: -Acceleration.standardGravity,
          guesses: [.unitGuessed, .axesGuessed]
        )
      }
      return AccelerationScale(
        factor: 1,
        note: (
          .assumption,
          "Nothing states the phone's system; taken as Android: m/s², +9.81 on z at rest, face up."
        )
      )
    }
    guard platform == .ios, isStandardised != true else {
      if isInG {
        return AccelerationScale(factor: Acceleration.standardGravity, guesses: [.unitGuessed])
      }
      return AccelerationScale(factor: 1)
    }
    if isUncalibrated, !isInMetres {
      return AccelerationScale(
        factor: -Acceleration.standardGravity,
        note: (
          .conversion,
          "iOS writes uncalibrated accelerations in g on opposite axes; multiplied by -9.80665."
        )
      )
    }
    return AccelerationScale(
      factor: -1,
      note: (.conversion, "iOS writes accelerations on opposite axes; multiplied by -1.")
    )
  }

  private static func looksLikeG(_ magnitude: Double) -> Bool { 0.5...2 ~= magnitude }
  private static func looksLikeMetres(_ magnitude: Double) -> Bool { 5...20 ~= magnitude }
}
