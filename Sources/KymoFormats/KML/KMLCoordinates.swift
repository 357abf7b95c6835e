import KymoCore
import KymoRecording

/// Reads longitudes, latitudes and altitudes from a text that comes in pieces.
struct KMLCoordinates {
  /// How an altitude is meant.
  enum AltitudeMode {
    /// There is none; 0 is written all the same.
    case none
    /// Above mean sea level.
    case absolute
    /// Above something else.
    case relative
  }

  /// How the altitudes of the element at hand are meant.
  var mode = AltitudeMode.none

  private var carried: [UInt8] = []

  /// How many bytes of a place are kept.
  private static let longest = 256

  /// Gives each place of a piece to `take`; the last one waits for the next piece, unless this is the end.
  ///
  /// - Throws: what `take` throws.
  mutating func read(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    isEnd: Bool,
    _ fixes: inout FixReader,
    _ take: (Location, inout FixReader) throws(ImportError) -> Void
  ) throws(ImportError) {
    for place in range {
      let byte = bytes[place]
      if byte > UInt8(ascii: " ") {
        if carried.count < Self.longest { carried.append(byte) }
        continue
      }
      try finish(&fixes, take)
      if byte == UInt8(ascii: "\n") { fixes.line += 1 }
    }
    if isEnd { try finish(&fixes, take) }
  }

  private mutating func finish(
    _ fixes: inout FixReader,
    _ take: (Location, inout FixReader) throws(ImportError) -> Void
  ) throws(ImportError) {
    guard !carried.isEmpty else { return }
    let location = location(carried.span, 0..<carried.count, separator: UInt8(ascii: ","), &fixes)
    carried.removeAll(keepingCapacity: true)
    try take(location, &fixes)
  }

  /// The place that three numbers give; NaN for those that are not there.
  func location(
    _ bytes: Span<UInt8>,
    _ range: Range<Int>,
    separator: UInt8,
    _ fixes: inout FixReader
  ) -> Location {
    var location = Location(latitude: .nan, longitude: .nan, fixTimestamp: 0)
    var (place, number) = (range.lowerBound, 0)
    while place < range.upperBound, number < 3 {
      while place < range.upperBound, bytes[place] <= UInt8(ascii: " ") { place += 1 }
      let start = place
      while place < range.upperBound, bytes[place] != separator, bytes[place] > UInt8(ascii: " ") {
        place += 1
      }
      if start < place {
        let value = fixes.value(bytes, start..<place)
        switch number {
        case 0: location.longitude = value
        case 1: location.latitude = value
        default: location.altitude = altitude(value, &fixes)
        }
      }
      number += 1
      place += 1
    }
    return location
  }

  private func altitude(_ value: Double, _ fixes: inout FixReader) -> Double {
    switch mode {
    case .none: return value == 0 ? .nan : value
    case .absolute: return value
    case .relative:
      fixes.tally.add(.relativeAltitude, line: fixes.line)
      return .nan
    }
  }
}
