import KymoCore
import KymoRecording
import KymoText

/// Reads the numbers and times of fixes, and counts what had to be repaired.
struct FixReader {
  /// What had to be repaired.
  var tally = RepairTally()
  /// The 1-based line of the fix at hand.
  var line = 0

  /// The number that some formats write where there is no value.
  private static let noneMarker = -9999.0
  /// From 1933 to 2116, in ns since 1970: differences and their sums stay within 64 bits.
  private static let timeRange: ClosedRange<Int64> = -(1 << 60)...1 << 62

  /// A number; NaN if there is none, which is counted.
  mutating func value(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    switch CSVNumber(span: bytes, range: range) {
    case .decimal(let decimal):
      let value = decimal.double ?? Self.slowly(bytes, range)
      guard value != Self.noneMarker else { break }
      if value.isFinite { return value }
      tally.add(.impossibleValue, line: line)
      return .nan
    case .infinite:
      tally.add(.impossibleValue, line: line)
      return .nan
    case .missing: break
    case .malformed:
      tally.add(.unreadableValue, line: line)
      return .nan
    }
    tally.add(.invalidMarker, line: line)
    return .nan
  }

  /// A quantity that has no negative values: a negative one says that there is none.
  mutating func nonnegative(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Float {
    let value = value(bytes, range)
    guard value < 0 else { return Float(value) }
    tally.add(.invalidMarker, line: line)
    return .nan
  }

  /// A direction in degrees: what is beyond a full turn is none.
  mutating func course(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Float {
    let value = nonnegative(bytes, range)
    guard value > 360 else { return value }
    tally.add(.impossibleValue, line: line)
    return .nan
  }

  /// A time of ISO 8601 in ns since 1970; nil if it cannot be, which is counted, or if there is no text.
  mutating func time(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] <= UInt8(ascii: " ") { start += 1 }
    while start < end, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
    guard start < end else { return nil }
    guard let moment = ISOTime(span: bytes, start: start, end: end), moment.date != nil,
      let time = moment.nanosecondsSinceEpoch, Self.timeRange ~= time
    else {
      tally.add(.impossibleTime, line: line)
      return nil
    }
    return time
  }

  /// A time that is a count of seconds since 1970, in ns; nil if it cannot be, which is counted, or if there is no text.
  mutating func unixTime(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int64? {
    guard case .decimal(let seconds) = CSVNumber(span: bytes, range: range) else { return nil }
    guard let time = seconds.integer(scale: 9), Self.timeRange ~= time else {
      tally.add(.impossibleTime, line: line)
      return nil
    }
    return time
  }

  /// Whether a fix has a place on Earth, which is counted if not; longitudes are brought to -180° to 180°.
  mutating func admit(_ location: inout Location) -> Bool {
    guard location.latitude.isFinite, location.longitude.isFinite else {
      tally.add(.missingPosition, line: line)
      return false
    }
    guard abs(location.latitude) <= 90, abs(location.longitude) <= 360 else {
      tally.add(.impossiblePosition, line: line)
      return false
    }
    if abs(location.longitude) > 180 {
      tally.add(.longitudeWrapped, line: line)
      location.longitude -= location.longitude > 0 ? 360 : -360
    }
    return true
  }

  private static func slowly(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double {
    var text = ""
    for place in range where bytes[place] > UInt8(ascii: " ") {
      let byte = bytes[place] == UInt8(ascii: ",") ? UInt8(ascii: ".") : bytes[place]
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
    return Double(text) ?? .nan
  }
}
