import KymoMCAP

/// Tells, while bytes come, whether they are lines of a page's recorder: objects of JSON, one a line, of which the first is
/// the recorder's header.
///
/// What is in a line is the import's to judge.
struct RecorderLines {
  /// Why bytes are none.
  enum Fault: String {
    case header = "its first line does not begin with {\"kymo\":\"recorder\""
    case line = "a line is no object of JSON"
    case control = "a line has a control character"
    case tooLong = "a line is longer than 16 MiB"
    case unfinished = "its last line has no end"
  }

  /// How many bytes a line may have.
  static let lineBytes = 16 << 20
  private static let header = Array(#"{"kymo":"recorder""#.utf8)

  /// How many bytes of the current line there were.
  private var length = 0
  private var last: UInt8 = 0
  private var isFirstLine = true

  /// Takes the next bytes.
  ///
  /// - Returns: what is wrong with them; nil if nothing is.
  mutating func take(_ bytes: RawSpan) -> Fault? {
    for index in 0..<bytes.byteCount {
      let byte = bytes.byte(index)
      if byte == UInt8(ascii: "\n") {
        guard length == 0 || last == UInt8(ascii: "}") else { return isFirstLine ? .header : .line }
        if isFirstLine, length < Self.header.count { return .header }
        (length, isFirstLine) = (0, false)
        continue
      }
      if isFirstLine, length < Self.header.count, byte != Self.header[length] { return .header }
      if byte < 0x20 { return .control }
      if length == 0, byte != UInt8(ascii: "{") { return .line }
      length += 1
      if length > Self.lineBytes { return .tooLong }
      last = byte
    }
    return nil
  }

  /// What is wrong with the end; nil if nothing is.
  var end: Fault? {
    if isFirstLine { return .header }
    return length == 0 ? nil : .unfinished
  }
}
