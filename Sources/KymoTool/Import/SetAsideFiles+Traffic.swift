import KymoCapture
import KymoFormats
import KymoRecording
import KymoTraffic

extension SetAsideFiles {
  /// Logs of calls and captures of packets: parts of a session that no format of sensors knows.
  static let traffic = SetAsideFiles(
    extensions: ["pcap", "pcapng", "cap", "json", "log", "txt"] + CallLog.extensions,
    understood: "logs of calls ({\"time\":...,\"cmd\":...}) and captures (pcap, pcapng)"
  ) { kind(of: $0) != nil }

  /// The kind of a file; nil if it is for the formats.
  ///
  /// A file that was asked for is a log of calls also if nothing but its name or its first character says so: then
  /// the log says what is wrong with it.
  static func kind(of file: ImportFile) -> ImportGroup.Kind? {
    if CaptureMagic(file.bytes) != nil { return .capture }
    if PageRecorder.isHead(file.bytes) { return .calls }
    let isLog =
      file.isExplicit
      ? CallLog.isObject(file.bytes) || CallLog.isNamed(file.name) : CallLog.hasCall(file.bytes)
    guard isLog, !GPSDFormat.isHead(file.bytes) else { return nil }
    guard case .unknown = SensorJSONFormat().recognise(file, options: ImportOptions()) else {
      return nil
    }
    return .calls
  }
}
