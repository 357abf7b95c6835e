public import KymoBridge
import KymoCore

/// The body that Sensor Logger pushes: `{"messageId", "sessionId", "deviceId", "payload": [{"name", "time",
/// "values"}]}`.
///
/// Samples come out in the order of their own times, each of which is a whole number of ns since 1970 and read as
/// one. An acceleration is a proper one: of `totalacceleration`, or else of `accelerometer` and `gravity` together,
/// or else of `accelerometer` as it is, which then lacks gravity.
///
/// The format is Sensor Logger's, as its author documents it for HTTP push.
public struct SensorPush: Sendable {
  /// The samples, in the order of their times.
  public private(set) var samples: [PushedSample] = []
  /// How many elements were left out, by their name or by what is wrong with them.
  public private(set) var leftOut: [String: Int] = [:]
  /// Whether there are accelerations without gravity.
  public private(set) var lacksGravity = false
  /// The number of the message; nil if it has none.
  public private(set) var message: Int64?

  private var gravity: [(time: Int64, value: Acceleration)] = []
  private var motion: [(time: Int64, value: Acceleration)] = []
  private var totals: [(time: Int64, value: Acceleration)] = []

  /// Reads a body that is JSON.
  ///
  /// - Parameters:
  ///   - document: the body, parsed.
  ///   - limit: how many samples there may be.
  /// - Throws: what is wrong with it as a whole, in one line.
  public init(_ document: borrowing JSONDocument, limit: Int) throws(SensorPushError) {
    guard document.kind(of: document.root) == .object,
      let payload = document.member("payload", of: document.root),
      document.kind(of: payload) == .array
    else {
      throw SensorPushError("the body is an object with a list named payload", isTooMuch: false)
    }
    let total = document.count(of: payload)
    guard total <= limit else {
      throw SensorPushError("a body may have \(limit) samples", isTooMuch: true)
    }
    message = document.member("messageId", of: document.root).flatMap { document.integer(of: $0) }
    samples.reserveCapacity(total)
    var cursor = document.cursor(over: payload)
    while let element = cursor.next(in: document) {
      guard document.kind(of: element) == .object,
        let name = document.member("name", of: element).flatMap({ document.string(of: $0) })
      else {
        leaveOut("without a name")
        continue
      }
      guard let time = document.member("time", of: element).flatMap({ document.integer(of: $0) }),
        time >= 0
      else {
        leaveOut("\(name) without a time in ns")
        continue
      }
      guard let values = document.member("values", of: element) else {
        leaveOut("\(name) without values")
        continue
      }
      take(name, time, values, document)
    }
    addAccelerations()
    // Samples of one time keep their order.
    samples = samples.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }
    .map(\.element)
  }

  private mutating func leaveOut(_ name: String) {
    let isKnown = leftOut[name] != nil || leftOut.count < 32
    leftOut[isKnown ? name : "others", default: 0] += 1
  }

  private mutating func take(
    _ name: String,
    _ time: Int64,
    _ values: JSONValue,
    _ document: borrowing JSONDocument
  ) {
    func number(_ key: String) -> Double? {
      document.member(key, of: values).flatMap { document.number(of: $0) }
    }
    func vector() -> Acceleration? {
      guard let x = number("x"), let y = number("y"), let z = number("z") else { return nil }
      return Acceleration(x: x, y: y, z: z)
    }
    switch name.lowercased() {
    case "accelerometer":
      if let value = vector() {
        motion.append((time, value))
      } else {
        leaveOut("\(name) without x, y, z")
      }
    case "gravity":
      if let value = vector() {
        gravity.append((time, value))
      } else {
        leaveOut("\(name) without x, y, z")
      }
    case "totalacceleration", "total acceleration":
      if let value = vector() {
        totals.append((time, value))
      } else {
        leaveOut("\(name) without x, y, z")
      }
    case "gyroscope": add(.gyroscope, time, vector(), name)
    case "magnetometer": add(.magnetometer, time, vector(), name)
    case "barometer":
      guard let pressure = number("pressure") else { return leaveOut("\(name) without pressure") }
      samples.append(
        PushedSample(
          source: .barometer,
          kind: .sample,
          // hPa there, Pa here.
          payload: Payload(doubles: pressure * 100, number("relativeAltitude") ?? .nan),
          time: time
        )
      )
    case "location":
      guard let latitude = number("latitude"), let longitude = number("longitude") else {
        return leaveOut("\(name) without latitude and longitude")
      }
      func known(_ key: String) -> Float {
        // Less than zero is what phones say of what they do not know.
        number(key).map { $0 < 0 ? .nan : Float($0) } ?? .nan
      }
      let location = Location(
        latitude: latitude,
        longitude: longitude,
        altitude: number("altitude") ?? .nan,
        horizontalAccuracy: known("horizontalAccuracy"),
        verticalAccuracy: known("verticalAccuracy"),
        speed: known("speed"),
        course: known("bearing"),
        fixTimestamp: time
      )
      samples.append(
        PushedSample(source: .location, kind: .location, payload: Payload(location), time: time)
      )
    default: leaveOut(name)
    }
  }

  private mutating func add(
    _ source: SourceID,
    _ time: Int64,
    _ value: Acceleration?,
    _ name: String
  ) {
    guard let value else { return leaveOut("\(name) without x, y, z") }
    samples.append(PushedSample(source: source, kind: .sample, payload: Payload(value), time: time))
  }

  private mutating func addAccelerations() {
    var accelerations = totals
    if totals.isEmpty {
      gravity.sort { $0.time < $1.time }
      motion.sort { $0.time < $1.time }
      lacksGravity = gravity.isEmpty && !motion.isEmpty
      // Alone it says how a phone lies, and not how it moves.
      if motion.isEmpty, !gravity.isEmpty {
        leftOut["gravity, as there is no accelerometer", default: 0] += gravity.count
      }
      var index = 0
      accelerations = motion.map { sample in
        // The last gravity that is not newer, or the first there is.
        while index + 1 < gravity.count, gravity[index + 1].time <= sample.time { index += 1 }
        guard gravity.indices.contains(index) else { return sample }
        let (value, pull) = (sample.value, gravity[index].value)
        return (
          sample.time,
          Acceleration(x: value.x + pull.x, y: value.y + pull.y, z: value.z + pull.z)
        )
      }
    } else {
      for (name, list) in [("accelerometer", motion), ("gravity", gravity)] where !list.isEmpty {
        leftOut["\(name), as there is totalacceleration", default: 0] += list.count
      }
    }
    for (time, value) in accelerations {
      samples.append(
        PushedSample(
          source: .accelerometer,
          kind: .acceleration,
          payload: Payload(value),
          time: time
        )
      )
    }
    (gravity, motion, totals) = ([], [], [])
  }
}

/// The problem with a body of samples.
public struct SensorPushError: Error, CustomStringConvertible {
  /// One line.
  public let description: String
  /// Whether it is too large, and not malformed.
  public let isTooMuch: Bool

  init(_ description: String, isTooMuch: Bool) {
    self.description = description
    self.isTooMuch = isTooMuch
  }
}
