import Foundation

/// A file as a phone app exports it.
struct ExportFile {
  /// The way that an app writes accelerations.
  enum Dialect: String, CaseIterable {
    case phyphox
    case sensorLogger = "Sensor Logger"

    /// The name of the file, which tells the sensor.
    var name: String {
      switch self {
      case .phyphox: "Accelerometer.csv"
      case .sensorLogger: "TotalAcceleration.csv"
      }
    }
  }

  let path: String
  let size: Int
  let rowCount: Int

  /// Writes about 200 MB of accelerations at 100 Hz, the same ones each time.
  init(_ dialect: Dialect, in folder: String) throws {
    path = "\(folder)/\(dialect.name)"
    var values = Values()
    var seconds = 3.446083327e-3
    (size, rowCount) = try writeFile(path, head: Self.header(dialect), atLeast: 200_000_000) {
      text in
      text += Self.row(dialect, seconds, &values).utf8
      seconds += 0.0099 + values.next() * 2e-4
    }
  }

  private static func header(_ dialect: Dialect) -> String {
    switch dialect {
    case .phyphox: "\"Time (s)\",\"X (m/s^2)\",\"Y (m/s^2)\",\"Z (m/s^2)\"\n"
    case .sensorLogger: "time,seconds_elapsed,z,y,x\n"
    }
  }

  private static func row(_ dialect: Dialect, _ seconds: Double, _ values: inout Values) -> String {
    let (x, y, z) = (values.next() - 0.5, values.next() - 0.5, 9.3 + values.next())
    switch dialect {
    case .phyphox:
      return [seconds, x, y, z].map { scientific($0) }.joined(separator: ",") + "\n"
    case .sensorLogger:
      let time = 1_698_501_144_000_000_000 + Int(seconds * 1e9)
      return "\(time),\(seconds),\(z),\(y),\(x)\n"
    }
  }

  /// Ten digits and an exponent of two, as phyphox writes numbers.
  private static func scientific(_ value: Double) -> String {
    let exponent = Int(log10(value.magnitude).rounded(.down))
    let digits = Int((value.magnitude * pow(10, Double(9 - exponent))).rounded())
    let text = String(min(9_999_999_999, max(1_000_000_000, digits)))
    let power = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
    return (value < 0 ? "-" : "") + text.prefix(1) + "." + text.dropFirst()
      + (exponent < 0 ? "E-" : "E+") + power
  }

  /// Numbers between 0 and 1, the same ones each time.
  private struct Values {
    private var state: UInt64 = 7

    mutating func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-53
    }
  }
}
