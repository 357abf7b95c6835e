import KymoCore

/// The channels of a session that are no inputs: what a run came to, and what is derived for other readers.
///
/// The ids are fixed, so that two recordings of the same input are the same bytes; those of the inputs are in
/// the ``ChannelTable``.
public enum SessionTopic: UInt16, Sendable, CaseIterable {
  /// The fixes for map viewers; derived, and ignored on replay.
  case fix = 3
  /// The outcome of dispatch, step by step; output.
  case trace = 4
  /// The reply that went back to JavaScript, as the exact text; output.
  case reply = 6
  /// The chained digest over all steps so far, about once a chunk; output.
  case digest = 128

  /// The topic's name in the file.
  public var name: String {
    switch self {
    case .fix: "/location/fix"
    case .trace: "/trace"
    case .reply: "/bridge/reply"
    case .digest: "/trace/digest"
    }
  }

  /// The name of the schema.
  public var schemaName: String {
    switch self {
    case .fix: "sensor_msgs/msg/NavSatFix"
    case .trace: "kymograph/msg/TraceStep"
    case .reply: "kymograph.BridgeReply"
    case .digest: "kymograph/msg/TraceDigest"
    }
  }

  /// How messages are encoded: `cdr`, or `json` for the bridge.
  public var messageEncoding: String { self == .reply ? "json" : "cdr" }

  /// In which language the schema is written.
  var schemaEncoding: String { self == .reply ? "jsonschema" : "ros2msg" }

  /// The definition, with what it depends on.
  var definition: String {
    switch self {
    case .fix:
      """
      std_msgs/Header header
      sensor_msgs/NavSatStatus status
      float64 latitude
      float64 longitude
      float64 altitude
      float64[9] position_covariance
      uint8 COVARIANCE_TYPE_UNKNOWN=0
      uint8 COVARIANCE_TYPE_APPROXIMATED=1
      uint8 COVARIANCE_TYPE_DIAGONAL_KNOWN=2
      uint8 COVARIANCE_TYPE_KNOWN=3
      uint8 position_covariance_type
      \(Self.separator)
      MSG: std_msgs/Header
      builtin_interfaces/Time stamp
      string frame_id
      \(Self.separator)
      MSG: builtin_interfaces/Time
      int32 sec
      uint32 nanosec
      \(Self.separator)
      MSG: sensor_msgs/NavSatStatus
      int8 STATUS_NO_FIX=-1
      int8 STATUS_FIX=0
      uint16 SERVICE_GPS=1
      int8 status
      uint16 service

      """
    case .trace:
      """
      # What dispatching one event came to.
      uint64 index       # in the order of dispatch, from 0
      uint32 sequence    # of the event within its source
      uint16 command     # id; the names are in the metadata record
      uint8 source
      uint8 status       # \(OutcomeStatus.codes)
      uint8 stage        # \(Stage.codes)
      uint8 handler      # of that stage, from 0
      uint16 error_code  # 0 if no handler failed
      uint8 reply_kind   # 0 none 1 acceleration 2 coordinates 3 text, which is in /bridge/reply
      bool repeats_input # the reply is the first 24 bytes of the input, and is left out here
      uint8[] reply

      """
    case .digest:
      """
      # The digest over all steps so far.
      uint64 count       # how many they are
      uint64 digest      # chained: XXH3(digest before, number of the step, XXH3(step))

      """
    case .reply:
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "kymograph.BridgeReply",
      "type": "object", "required": ["sequence", "text"], "properties": {
      "sequence": {"type": ["integer", "null"], "minimum": 0, "maximum": 4294967295,
      "description": "of the request that caused the reply; null if none did"},
      "text": {"type": "string", "description": "the exact script that JavaScript runs"}}}
      """
    }
  }

  private static var separator: String { InputChannel.separator }

  /// The schema of `/trace` in recordings of version 1, whose steps have their digests.
  static var formerStepSchema: String { "kymograph/msg/Step" }

  /// Whether a channel of a file is one of these, and no input that was left out.
  package static func has(topic: String, schema: String) -> Bool {
    allCases.contains { $0.name == topic && $0.schemaName == schema }
      || topic == Self.trace.name && schema == formerStepSchema
  }
}

extension OutcomeStatus {
  /// All codes with their names, for those who read the schema.
  fileprivate static var codes: String {
    allCases.map { "\($0.rawValue) \($0.name)" }.joined(separator: " ")
  }
}

extension Stage {
  /// All codes with their names, for those who read the schema.
  fileprivate static var codes: String {
    allCases.map { "\($0.rawValue) \($0)" }.joined(separator: " ")
  }
}
