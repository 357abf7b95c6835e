import KymoCore
import KymoMCAP
import KymoRecording
import KymoText

/// NMEA 0183: an RMC and a GGA sentence for each fix, with their checksums.
///
/// Positions are to 10⁻⁷ minutes (0.2 mm), times to the ms, altitudes to the mm, speeds to 10⁻⁴ knots and courses to
/// 10⁻⁴ degrees. Accuracies have no place.
struct NMEAExport: SessionExport {
  let parts = [ExportPart()]

  /// How many units of 10⁻⁷ minutes a degree has.
  private static let unitsPerDegree: Int64 = 600_000_000
  /// Metres per second to knots.
  private static let knots = 3600.0 / 1852.0

  /// Prepares to write a session.
  init(_ session: ExportSession) {}

  func holds(_ channel: ExportChannel) -> Bool { channel.kind == .location }

  mutating func add(_ event: ExportEvent, _ data: RawSpan) -> Bool {
    guard let fix = ExportReading.fix(data) else { return false }
    let moment = CalendarTime(nanosecondsSinceEpoch: event.time)
    let milliseconds = event.time.dividedDown(by: 1_000_000_000).remainder / 1_000_000
    let clock =
      Self.two(moment.secondOfDay / 3600) + Self.two(moment.secondOfDay / 60 % 60)
      + Self.two(moment.secondOfDay % 60) + "." + String(milliseconds).paddedLeft(to: 3, with: "0")
    let place =
      Self.angle(fix.latitude, digits: 2) + (fix.latitude < 0 ? ",S," : ",N,")
      + Self.angle(fix.longitude, digits: 3) + (fix.longitude < 0 ? ",W" : ",E")
    let date = Self.two(moment.day) + Self.two(moment.month) + Self.two(Int(moment.year % 100))
    put(
      "GPRMC,\(clock),A,\(place),\(Self.number(Double(fix.speed) * Self.knots, decimals: 4)),"
        + "\(Self.number(Double(fix.course), decimals: 4)),\(date),,,A"
    )
    put("GPGGA,\(clock),\(place),1,,,\(Self.number(fix.altitude, decimals: 3)),M,,M,,")
    return true
  }

  /// An angle as degrees and minutes, without its sign.
  private static func angle(_ degrees: Double, digits: Int) -> String {
    let units = Int64((degrees.magnitude * Double(unitsPerDegree)).rounded())
    let (whole, rest) = units.quotientAndRemainder(dividingBy: unitsPerDegree)
    let (minutes, fraction) = rest.quotientAndRemainder(dividingBy: 10_000_000)
    return String(whole).paddedLeft(to: digits, with: "0") + two(Int(minutes)) + "."
      + String(fraction).paddedLeft(to: 7, with: "0")
  }

  private static func number(_ value: Double, decimals: Int) -> String {
    value.isFinite ? NumberText.exact(value, decimals: decimals) : ""
  }

  private static func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

  /// Puts a sentence with its checksum: all bytes between `$` and `*`, one upon the other.
  private func put(_ sentence: String) {
    let checksum = sentence.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(checksum, radix: 16, uppercase: true).paddedLeft(to: 2, with: "0")
    parts[0].text.put("$\(sentence)*\(digits)\r\n")
  }
}
