import KymoCore

/// The channels that Kymograph knows.
extension InputChannel {
  /// Those that an app listens to unless it says otherwise: accelerometer, location and requests.
  public static var usual: [InputChannel] { [.accelerometer, .location, .request] }

  /// Those that an app may list beside the usual ones.
  public static var sensors: [InputChannel] { [.gyroscope, .magnetometer, .barometer, .imu] }

  /// `/accelerometer`: an `Acceleration` of `SourceID.accelerometer`, command `accel`.
  public static let accelerometer = InputChannel(
    topic: "/accelerometer",
    schemaName: "geometry_msgs/msg/Vector3",
    schemaEncoding: "ros2msg",
    definition: vector("Proper acceleration in m/s^2: x right, y up, z out of the screen."),
    messageEncoding: "cdr",
    kind: .acceleration,
    source: .accelerometer,
    bodyBytes: 24,
    command: "accel",
    recordingID: 1
  )

  /// `/location`: a `Location` of `SourceID.location`, command `sendloc`.
  public static let location = InputChannel(
    topic: "/location",
    schemaName: "kymograph/msg/Location",
    schemaEncoding: "ros2msg",
    definition: """
      # One location fix; a value that is not known is NaN.
      float64 latitude             # degrees north, WGS 84
      float64 longitude            # degrees east, WGS 84
      float64 altitude             # m above the datum named in the metadata
      float32 horizontal_accuracy  # m
      float32 vertical_accuracy    # m
      float32 speed                # m/s over ground
      float32 course               # degrees clockwise from true north
      int64 fix_time               # ns on the clock of the recording

      """,
    messageEncoding: "cdr",
    kind: .location,
    source: .location,
    bodyBytes: 48,
    command: "sendloc",
    recordingID: 2
  )

  /// `/bridge/request`: the exact texts of requests from JavaScript, of `SourceID.bridge`; each names its
  /// command.
  public static let request = InputChannel(
    topic: "/bridge/request",
    schemaName: "kymograph.BridgeRequest",
    schemaEncoding: "jsonschema",
    definition: """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kymograph.BridgeRequest",
      "type": "object", "required": ["sequence", "text", "transport"], "properties": {
      "sequence": {"type": "integer", "minimum": 0, "maximum": 4294967295},
      "text": {"type": "string", "description": "the exact text that JavaScript sent"},
      "transport": {"enum": ["url", "poll", "http", "command-line"]}}}
      """,
    messageEncoding: "json",
    kind: .message,
    source: .bridge,
    bodyBytes: 0,
    command: nil,
    recordingID: 5
  )

  /// `/gyroscope`: a sample of three doubles, the angular velocity in rad/s, of `SourceID.gyroscope`.
  public static let gyroscope = InputChannel(
    topic: "/gyroscope",
    schemaName: "geometry_msgs/msg/Vector3",
    schemaEncoding: "ros2msg",
    definition: vector("Angular velocity in rad/s about x right, y up, z out of the screen."),
    messageEncoding: "cdr",
    kind: .sample,
    source: .gyroscope,
    bodyBytes: 24,
    command: "gyroscope",
    recordingID: 7
  )

  /// `/magnetometer`: a sample of three doubles, the magnetic field in µT, of `SourceID.magnetometer`.
  public static let magnetometer = InputChannel(
    topic: "/magnetometer",
    schemaName: "geometry_msgs/msg/Vector3",
    schemaEncoding: "ros2msg",
    definition: vector("Magnetic field in uT: x right, y up, z out of the screen."),
    messageEncoding: "cdr",
    kind: .sample,
    source: .magnetometer,
    bodyBytes: 24,
    command: "magnetometer",
    recordingID: 8
  )

  /// `/barometer`: a sample of two doubles, the pressure in Pa and the height above the start in m, of
  /// `SourceID.barometer`; a value that is not known is NaN.
  public static let barometer = InputChannel(
    topic: "/barometer",
    schemaName: "kymograph/msg/Barometer",
    schemaEncoding: "ros2msg",
    definition: """
      # Air pressure; a value that is not known is NaN.
      float64 pressure           # Pa
      float64 relative_altitude  # m above where the recording began

      """,
    messageEncoding: "cdr",
    kind: .sample,
    source: .barometer,
    bodyBytes: 16,
    command: "barometer",
    recordingID: 9
  )

  /// `/imu`: ROS 2's message of orientation, angular velocity in rad/s and proper acceleration in m/s², as
  /// data of `SourceID.imu`.
  public static let imu = InputChannel(
    topic: "/imu",
    schemaName: "sensor_msgs/msg/Imu",
    schemaEncoding: "ros2msg",
    definition: imuDefinition,
    messageEncoding: "cdr",
    kind: .data,
    source: .imu,
    // With an empty frame id; a longer one takes more.
    bodyBytes: 312,
    command: "imu",
    recordingID: 10
  )

  /// `/page/dialog`: what a page asked its user, and what was answered, as data of `SourceID.dialog`.
  ///
  /// No app lists it: a replay has no page that could ask again, and passes on what was asked.
  package static let dialog = InputChannel(
    topic: "/page/dialog",
    schemaName: "kymograph.PageDialog",
    schemaEncoding: "jsonschema",
    definition: """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kymograph.PageDialog",
      "type": "object", "required": ["kind", "text", "answer"], "properties": {
      "kind": {"enum": ["alert", "confirm", "prompt"]},
      "text": {"type": "string"},
      "offer": {"type": "string", "description": "of a prompt: what stood in its field"},
      "answer": {"type": ["boolean", "string", "null"],
      "description": "of a confirm whether it was yes, of a prompt its text or null"},
      "cut": {"const": true, "description": "there if a text was longer than 50000 characters"}}}
      """,
    messageEncoding: "json",
    kind: .data,
    source: .dialog,
    bodyBytes: 0,
    command: "dialog",
    recordingID: 11
  )

  /// `/page/input`: what a person and the phone do to a page, as data of `SourceID.pageInput`.
  ///
  /// No app lists it: it goes to the page that is there, and a replay, which has none, passes it on.
  package static let pageInput = InputChannel(
    topic: "/page/input",
    schemaName: "kymograph.PageInput",
    schemaEncoding: "jsonschema",
    definition: """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kymograph.PageInput",
      "type": "object", "required": ["kind"], "properties": {
      "kind": {"enum": ["tap", "pause", "resume", "back"]},
      "selector": {"type": "string",
      "description": "of a tap: the CSS selector whose first element is tapped"}}}
      """,
    messageEncoding: "json",
    kind: .data,
    source: .pageInput,
    bodyBytes: 0,
    command: "pageInput",
    recordingID: 12
  )

  private static func vector(_ meaning: String) -> String {
    """
    # \(meaning)
    float64 x
    float64 y
    float64 z

    """
  }

  private static let imuDefinition = """
    # A covariance that begins with -1 says that the quantity before it is not known.
    std_msgs/Header header
    geometry_msgs/Quaternion orientation
    float64[9] orientation_covariance
    geometry_msgs/Vector3 angular_velocity  # rad/s
    float64[9] angular_velocity_covariance
    geometry_msgs/Vector3 linear_acceleration  # m/s^2
    float64[9] linear_acceleration_covariance
    \(separator)
    MSG: std_msgs/Header
    builtin_interfaces/Time stamp
    string frame_id
    \(separator)
    MSG: builtin_interfaces/Time
    int32 sec
    uint32 nanosec
    \(separator)
    MSG: geometry_msgs/Quaternion
    float64 x
    float64 y
    float64 z
    float64 w
    \(separator)
    MSG: geometry_msgs/Vector3
    float64 x
    float64 y
    float64 z

    """

  /// The line between the definitions of one schema.
  static var separator: String { String(repeating: "=", count: 80) }
}
