import KymoBridge
import KymoCore

/// A fix as `foxglove.LocationFix` and `sensor_msgs/NavSatFix` have it.
///
/// Accuracies are the roots of the covariance's diagonal, east and north, and up: 68 % of a normal distribution in one
/// direction. Fields of Protobuf: https://github.com/foxglove/foxglove-sdk, `LocationFix.proto`.
struct LocationFixMessage {
  private(set) var location: Location

  /// Takes a place, and its covariance in m², nine numbers row by row; none if it is not known.
  init(_ place: [Double], covariance: [Double], _ time: Int64) {
    location = Location(
      latitude: place[0],
      longitude: place[1],
      altitude: place[2],
      fixTimestamp: time
    )
    if covariance.count == 9 {
      location.horizontalAccuracy = Float((max(covariance[0], covariance[4])).squareRoot())
      location.verticalAccuracy = Float(covariance[8].squareRoot())
    }
  }

  /// Reads a message in JSON; nil if it is none.
  init?(json bytes: [UInt8], _ box: JSONDocumentBox) {
    guard let fix = box.locationFix(bytes) else { return nil }
    self = fix
  }

  /// Reads a message of Protobuf; nil if it is none.
  init?(protobuf bytes: [UInt8]) {
    var fields = ProtobufFields(bytes)
    // A latitude or a longitude of zero is not written; an altitude that is not there is not known.
    var place = [0, 0, Double.nan]
    var covariance: [Double] = []
    var type: UInt64 = 0
    var time: Int64 = 0
    while let (number, value) = fields.next() {
      switch (number, value) {
      case (1...3, .fixed(let bits)): place[number - 1] = Double(bitPattern: bits)
      case (4, .fixed(let bits)): covariance.append(Double(bitPattern: bits))
      case (4, .bytes(let range)) where range.count == 72:
        covariance = (0..<9).map {
          Double(bitPattern: bytes.integer(at: range.lowerBound + 8 * $0, 8))
        }
      case (5, .integer(let value)): type = value
      case (6, .bytes(let range)): time = Self.time(bytes, range)
      default: break
      }
    }
    guard fields.isWhole else { return nil }
    self.init(place, covariance: type == 0 ? [] : covariance, time)
  }

  private static func time(_ bytes: [UInt8], _ range: Range<Int>) -> Int64 {
    var fields = ProtobufFields(bytes, range)
    var (seconds, nanoseconds) = (UInt64(0), UInt64(0))
    while let (number, value) = fields.next() {
      if case .integer(let value) = value {
        if number == 1 { seconds = value }
        if number == 2 { nanoseconds = value }
      }
    }
    guard fields.isWhole, seconds < 1 << 32, nanoseconds < 1_000_000_000 else { return 0 }
    return Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
  }
}

extension JSONDocumentBox {
  /// Reads a `foxglove.LocationFix`; nil if the text is none.
  func locationFix(_ bytes: [UInt8]) -> LocationFixMessage? {
    guard parse(bytes, 0..<bytes.count) else { return nil }
    let root = root
    guard isObject(root), let latitude = number("latitude", of: root),
      let longitude = number("longitude", of: root)
    else { return nil }
    var time: Int64 = 0
    if let stamp = member("timestamp", of: root), let seconds = number("sec", of: stamp),
      let nanoseconds = number("nsec", of: stamp), 0..<0x1_0000_0000 ~= seconds,
      0..<1e9 ~= nanoseconds
    {
      time = Int64(seconds) * 1_000_000_000 + Int64(nanoseconds)
    }
    let type = number("position_covariance_type", of: root) ?? 0
    return LocationFixMessage(
      [latitude, longitude, number("altitude", of: root) ?? .nan],
      covariance: type == 0 ? [] : numbers("position_covariance", of: root),
      time
    )
  }
}
