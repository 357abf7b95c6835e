import KymoFormats
import KymoRecording

/// Small tracks, written for the tests.
enum GPXFixture {
  /// A document with some content.
  static func text(_ content: String, version: String = "1.1") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="\(version)" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
    \(content)
    </gpx>

    """
  }

  /// A point at a place, with what else it has.
  static func point(_ latitude: Double, _ rest: String, name: String = "trkpt") -> String {
    "<\(name) lat=\"\(latitude)\" lon=\"8.5\">\(rest)</\(name)>"
  }

  /// Points a second apart, from a time of day on.
  static func track(_ times: [String]) -> String {
    "<trk><trkseg>\n"
      + times.enumerated().map {
        point(Double($0.offset % 90), "<time>2024-05-01T\($0.element)</time>")
      }
      .joined(separator: "\n") + "\n</trkseg></trk>"
  }

  /// Imports a document.
  static func session(
    _ text: String,
    name: String = "track.gpx",
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try session(Array(text.utf8), name: name, options: options)
  }

  /// Imports the bytes of a document.
  static func session(
    _ bytes: [UInt8],
    name: String = "track.gpx",
    options: ImportOptions = ImportOptions()
  ) throws(ImportError) -> ImportedSession {
    try SessionImporter(formats: ImportFormats.all, options: options)
      .importFiles([ImportFile(name: name, bytes: bytes)])
  }

  /// 2024-05-01, in ns since 1970.
  static let day: Int64 = 1_714_521_600_000_000_000
  /// A second in ns.
  static let second: Int64 = 1_000_000_000
}
