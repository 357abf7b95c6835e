/// Reads interval logs: HdrHistogram's `.hlog` files, versions 1.0 to 1.3, tagged or not.
///
/// Comments, legends and empty lines may stand anywhere. Every other line is an interval or an
/// error; nothing is skipped in silence, and nothing is guessed.
public struct IntervalLogReader {
  /// The name of the log, for errors.
  public let file: String
  /// The version that the log states, such as `1.3`; nil until then.
  public private(set) var version: String?
  /// The latest start time, in ns since the epoch; nil until one is stated.
  public private(set) var startNanoseconds: Int64?
  /// The latest base time, which intervals count from, in ns since the epoch; nil until then.
  public private(set) var baseNanoseconds: Int64?

  private var rest: ArraySlice<UInt8>
  private var line = 0
  private let maximumBucketCount: Int

  /// Prepares to read a whole log.
  ///
  /// - Parameters:
  ///   - bytes: the log.
  ///   - file: its name, which errors will tell.
  ///   - maximumBucketCount: the largest histogram that is accepted.
  public init(
    _ bytes: [UInt8],
    file: String,
    maximumBucketCount: Int = HistogramLayout.maximumBucketCount
  ) {
    rest = bytes[...]
    self.file = file
    self.maximumBucketCount = maximumBucketCount
  }

  /// The next interval, or nil after the last.
  ///
  /// - Throws: which line is wrong, and why; reading may go on with the line after it.
  public mutating func next() throws(IntervalLogError) -> IntervalLogEntry? {
    while let content = nextLine() {
      switch content.first {
      case nil: continue
      case UInt8(ascii: "#"): try readComment(content)
      case UInt8(ascii: "\""): try checkLegend(content)
      default: return try entry(content)
      }
    }
    return nil
  }

  /// Takes a line, without what ends it.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    line += 1
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
    var content = rest[..<end]
    rest = rest[end...].dropFirst()
    if content.last == UInt8(ascii: "\r") { content.removeLast() }
    return content
  }

  private mutating func readComment(_ content: ArraySlice<UInt8>) throws(IntervalLogError) {
    if let text = Self.rest(of: content, after: "#[Histogram log format version ") {
      let version = String(decoding: text.prefix { $0 != UInt8(ascii: "]") }, as: UTF8.self)
      guard ["1.0", "1.00", "1.01", "1.1", "1.2", "1.3"].contains(version) else {
        throw failure("version \(Self.quoted(version)) of the format is not known")
      }
      self.version = version
    } else if let text = Self.rest(of: content, after: "#[StartTime: ") {
      startNanoseconds = try moment(text, "start time")
    } else if let text = Self.rest(of: content, after: "#[BaseTime: ") {
      baseNanoseconds = try moment(text, "base time")
    }
  }

  private func moment(
    _ text: ArraySlice<UInt8>,
    _ name: String
  ) throws(IntervalLogError) -> Int64 {
    let number = text.prefix { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "]") }
    return try nanoseconds(number, name)
  }

  private func checkLegend(_ content: ArraySlice<UInt8>) throws(IntervalLogError) {
    for start in ["\"StartTimestamp\"", "\"Timestamp\""]
    where Self.rest(of: content, after: start) != nil { return }
    throw failure("this is neither a legend nor an interval")
  }

  private func entry(_ content: ArraySlice<UInt8>) throws(IntervalLogError) -> IntervalLogEntry {
    var fields = content.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)[...]
    var tag: String?
    if let field = fields.first, let text = Self.rest(of: field, after: "Tag=") {
      guard let name = String(validating: text, as: UTF8.self), !name.isEmpty else {
        throw failure("the tag is empty or no UTF-8")
      }
      tag = name
      fields.removeFirst()
    }
    let names = ["start", "length", "maximum", "histogram"]
    guard fields.count == names.count else {
      throw failure("\(fields.count) fields are not start, length, maximum and histogram")
    }
    let values = Array(fields)
    let start = try nanoseconds(values[0], "start")
    let length = try nanoseconds(values[1], "length")
    guard let maximum = LogDecimal.number(values[2]) else {
      throw failure("the maximum \(Self.quoted(values[2])) is not a number")
    }
    guard let bytes = Base64.decode(values[3]) else {
      throw failure("the histogram is not Base64")
    }
    do throws(HistogramDecodingError) {
      return IntervalLogEntry(
        line: line,
        tag: tag,
        startNanoseconds: start,
        lengthNanoseconds: length,
        loggedMaximum: maximum,
        histogram: try Histogram(decoding: bytes, maximumBucketCount: maximumBucketCount)
      )
    } catch { throw failure("the histogram: \(error)") }
  }

  private func nanoseconds(
    _ text: ArraySlice<UInt8>,
    _ name: String
  ) throws(IntervalLogError) -> Int64 {
    guard let value = LogDecimal.nanoseconds(text) else {
      throw failure("the \(name) \(Self.quoted(text)) is not a number of seconds")
    }
    return value
  }

  private func failure(_ message: String) -> IntervalLogError {
    IntervalLogError(file: file, line: line, message)
  }

  private static func rest(of line: ArraySlice<UInt8>, after prefix: String) -> ArraySlice<UInt8>? {
    line.starts(with: prefix.utf8) ? line.dropFirst(prefix.utf8.count) : nil
  }

  /// Foreign text for a message: short, and without control characters.
  private static func quoted(_ text: ArraySlice<UInt8>) -> String {
    quoted(String(decoding: text.prefix(40), as: UTF8.self))
  }

  private static func quoted(_ text: String) -> String {
    let printable = text.unicodeScalars.prefix(40).map {
      $0.value < 0x20 || $0.value == 0x7F ? "?" : $0
    }
    return "'" + String(String.UnicodeScalarView(printable)) + "'"
  }
}
