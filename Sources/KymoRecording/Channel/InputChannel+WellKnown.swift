import KymoCore

/// Channels beside the standard ones, under one topic and in one unit whatever file they come from.
extension InputChannel {
  /// All of them, in the order of this page.
  public static var wellKnown: [InputChannel] {
    [
      .gravity,
      .linearAcceleration,
      .accelerometerUncalibrated,
      .gyroscopeUncalibrated,
      .magnetometerUncalibrated,
      .orientation,
      .orientationEuler,
      .compass,
      .heartRate,
      .pedometer,
      .light,
      .proximity,
      .temperature,
      .humidity,
      .soundLevel,
      .battery,
      .cadence,
      .power,
    ]
  }

  /// `/gravity`: gravity alone in m/s², as at rest: +9.81 on z, face up.
  public static let gravity = vector(
    "/gravity",
    "Gravity alone in m/s^2, +9.81 on z at rest, face up: x right, y up, z out of the screen."
  )

  /// `/linear_acceleration`: the acceleration without gravity in m/s².
  public static let linearAcceleration = vector(
    "/linear_acceleration",
    "Acceleration without gravity in m/s^2: x right, y up, z out of the screen."
  )

  /// `/accelerometer/uncalibrated`: proper acceleration in m/s² as the sensor gives it.
  public static let accelerometerUncalibrated = vector(
    "/accelerometer/uncalibrated",
    "Proper acceleration in m/s^2, uncalibrated: x right, y up, z out of the screen."
  )

  /// `/gyroscope/uncalibrated`: the angular velocity in rad/s as the sensor gives it.
  public static let gyroscopeUncalibrated = vector(
    "/gyroscope/uncalibrated",
    "Angular velocity in rad/s, uncalibrated, about x right, y up, z out of the screen."
  )

  /// `/magnetometer/uncalibrated`: the magnetic field in µT as the sensor gives it.
  public static let magnetometerUncalibrated = vector(
    "/magnetometer/uncalibrated",
    "Magnetic field in uT, uncalibrated: x right, y up, z out of the screen."
  )

  /// `/orientation`: the attitude of the device as a quaternion, `geometry_msgs/msg/Quaternion`.
  public static let orientation = InputChannel(
    topic: "/orientation",
    schemaName: "geometry_msgs/msg/Quaternion",
    schemaEncoding: "ros2msg",
    definition: """
      # The attitude of the device.
      float64 x 0
      float64 y 0
      float64 z 0
      float64 w 1

      """,
    messageEncoding: "cdr",
    kind: .sample,
    source: nil,
    bodyBytes: 32,
    command: "orientation"
  )

  /// `/orientation/euler`: the attitude of the device as angles in rad.
  public static let orientationEuler = numbers(
    "/orientation/euler",
    fields: [
      ("roll", "rad"),
      ("pitch", "rad"),
      ("yaw", "rad"),
    ]
  )

  /// `/compass`: the heading in degrees clockwise from north.
  public static let compass = numbers(
    "/compass",
    fields: [
      ("heading", "degrees clockwise from north"),
      ("accuracy", "degrees"),
    ]
  )

  /// `/heart_rate`: beats per minute.
  public static let heartRate = numbers(
    "/heart_rate",
    fields: [
      ("rate", "beats per minute")
    ]
  )

  /// `/pedometer`: counts since the start of the recording.
  public static let pedometer = numbers(
    "/pedometer",
    fields: [
      ("steps", "count since the start"),
      ("distance", "m since the start"),
      ("floors_ascended", "count since the start"),
      ("floors_descended", "count since the start"),
      ("cadence", "steps per second"),
      ("pace", "seconds per metre"),
    ]
  )

  /// `/light`: the illuminance in lx.
  public static let light = numbers(
    "/light",
    fields: [
      ("illuminance", "lx")
    ]
  )

  /// `/proximity`: the distance of what is before the screen in m.
  public static let proximity = numbers(
    "/proximity",
    fields: [
      ("distance", "m")
    ]
  )

  /// `/temperature`: the temperature of the surroundings in °C.
  public static let temperature = numbers(
    "/temperature",
    fields: [
      ("temperature", "degrees Celsius")
    ]
  )

  /// `/humidity`: the relative humidity in percent.
  public static let humidity = numbers(
    "/humidity",
    fields: [
      ("relative_humidity", "percent")
    ]
  )

  /// `/sound_level`: the level of sound in dBFS.
  public static let soundLevel = numbers(
    "/sound_level",
    fields: [
      ("level", "dB relative to full scale")
    ]
  )

  /// `/battery`: the charge of the battery, from 0 to 1.
  public static let battery = numbers(
    "/battery",
    fields: [
      ("level", "0 to 1")
    ]
  )

  /// `/cadence`: strides or turns of a crank per minute.
  public static let cadence = numbers(
    "/cadence",
    fields: [
      ("cadence", "per minute")
    ]
  )

  /// `/power`: the power of a rider or runner in W.
  public static let power = numbers(
    "/power",
    fields: [
      ("power", "W")
    ]
  )

  private static func vector(_ topic: String, _ meaning: String) -> InputChannel {
    InputChannel(
      topic: topic,
      schemaName: "geometry_msgs/msg/Vector3",
      schemaEncoding: "ros2msg",
      definition: "# \(meaning)\nfloat64 x\nfloat64 y\nfloat64 z\n",
      messageEncoding: "cdr",
      kind: .sample,
      source: nil,
      bodyBytes: 24,
      command: String(topic.dropFirst())
    )
  }
}
