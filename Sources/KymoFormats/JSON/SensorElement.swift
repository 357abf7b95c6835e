import KymoBridge
import KymoRecording

/// The members of an element that tell what it is.
struct SensorElement {
  /// The forms of an element.
  enum Form {
    /// One row of a sensor, with its name beside the values: an export of Sensor Logger.
    case row(sensor: JSONValue)
    /// What Sensor Logger pushes to a server: rows of many sensors.
    case push(payload: JSONValue)
    /// An event of the motion of a device, as a page gets it.
    case motion
    /// An event of the orientation of a device, as a page gets it.
    case orientation
    /// A fix, as a page gets it.
    case position(coords: JSONValue)
  }

  /// The form; nil if it is none of these.
  private(set) var form: Form?
  /// The members by name, as far as they matter.
  private(set) var members: [String: JSONValue] = [:]  // Looked up, never iterated.

  private static let names: Set<String> = [
    "sensor", "time", "payload", "type", "coords", "timestamp", "timeStamp", "timeOrigin",
    "userAgent", "t", "k", "kymo", "platform", "acceleration", "accelerationIncludingGravity",
    "rotationRate", "alpha", "beta",
  ]

  /// Looks at an element.
  init(_ document: borrowing JSONDocument) {
    guard document.kind(of: document.root) == .object else { return }
    var cursor = document.cursor(over: document.root)
    while let (name, value) = cursor.nextMember(in: document) {
      let text = document.string(of: name) ?? ""
      if Self.names.contains(text), members[text] == nil { members[text] = value }
    }
    form = form(document)
  }

  /// Whether it is a line of a page's recorder, which has a time and a kind.
  var isOfRecorder: Bool { members["t"] != nil && members["k"] != nil }

  private func form(_ document: borrowing JSONDocument) -> Form? {
    if let sensor = members["sensor"], document.kind(of: sensor) == .string {
      return .row(sensor: sensor)
    }
    if let payload = members["payload"], document.kind(of: payload) == .array {
      return .push(payload: payload)
    }
    if let coords = members["coords"], members["timestamp"] != nil,
      document.kind(of: coords) == .object
    {
      return .position(coords: coords)
    }
    guard members["timeStamp"] != nil || members["timestamp"] != nil || isOfRecorder else {
      return nil
    }
    let motions = ["accelerationIncludingGravity", "acceleration", "rotationRate"]
    if motions.contains(where: { members[$0].map { document.kind(of: $0) == .object } ?? false }) {
      return .motion
    }
    return members["alpha"] != nil && members["beta"] != nil ? .orientation : nil
  }
}
