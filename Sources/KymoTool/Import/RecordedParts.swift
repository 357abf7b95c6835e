import KymoFormats
import KymoRecording
import KymoTraffic

/// The parts of a session that a page's recorder has written into one file.
struct RecordedParts {
  /// Whether there are motion, orientation or fixes.
  private(set) var sensors = false
  /// Whether there are calls.
  private(set) var calls = false

  /// Looks through a file, until both are found.
  ///
  /// - Throws: `ImportError` when it cannot be read.
  init(_ file: ImportFile) throws(ImportError) {
    var lines = try LineReader(file, maximumLineBytes: CallLog.lineBytes)
    while !(sensors && calls), try lines.next() {
      let line = lines.bytes[lines.range]
      sensors = sensors || PageRecorder.isLine(line, of: ["motion", "orientation", "fix"])
      calls = calls || PageRecorder.isLine(line, of: ["call"])
    }
  }
}
