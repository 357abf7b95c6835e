import KymoFormats
import KymoRecording

/// The formats that `kymo import` understands, in the order of preference.
enum ImportFormats {
  /// A further format is a line here.
  static let all: [any ImportFormat] = [
    CSVFormat()
  ]
}
