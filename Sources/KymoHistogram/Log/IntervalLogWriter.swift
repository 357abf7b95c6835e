import KymoText

/// Writes interval logs: HdrHistogram's `.hlog` files, in version 1.3 of their format.
///
/// One line holds one interval; tags keep the intervals of several commands apart in one file. The
/// reader of HdrHistogram_c, the strictest, wants all comments before the first interval and lines
/// of less than 128 characters there.
public struct IntervalLogWriter: Sendable {
  /// The longest line of the head, in characters; longer comments are cut.
  static let longestComment = 120

  /// The log so far.
  public private(set) var text = ""

  /// Writes the head: who writes, the version, when it all began, comments, and the legend.
  ///
  /// - Parameters:
  ///   - program: what writes the log, with its version.
  ///   - startNanoseconds: the start time in ns since the epoch, if it is to be told; not negative.
  ///   - baseNanoseconds: what the intervals' times count from, if that is another moment.
  ///   - comments: further lines; line ends in them become spaces.
  public init(
    writtenBy program: String,
    startNanoseconds: Int64? = nil,
    baseNanoseconds: Int64? = nil,
    comments: [String] = []
  ) {
    comment("[Logged with \(program)]")
    comment("[Histogram log format version 1.3]")
    if let baseNanoseconds {
      comment("[BaseTime: \(LogDecimal.seconds(baseNanoseconds)) (seconds since epoch)]")
    }
    if let startNanoseconds {
      let seconds = LogDecimal.seconds(startNanoseconds)
      let date = CalendarTime(nanosecondsSinceEpoch: startNanoseconds).unix
      comment("[StartTime: \(seconds) (seconds since epoch), \(date)]")
    }
    for line in comments { comment(line) }
    text += #""StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram""#
    text += "\n"
  }

  /// Writes an interval; its largest value is written in ms if the values are ns.
  ///
  /// - Parameters:
  ///   - histogram: what was measured, in ns.
  ///   - tag: what it belongs to; any text, see ``tag(for:)``.
  ///   - startNanoseconds: the start of the interval since the base or start time; not negative.
  ///   - lengthNanoseconds: its length; not negative.
  /// - Complexity: O(`histogram.layout.bucketCount`).
  public mutating func append(
    _ histogram: Histogram,
    tag: String? = nil,
    startNanoseconds: Int64,
    lengthNanoseconds: Int64
  ) {
    precondition(startNanoseconds >= 0 && lengthNanoseconds >= 0, "an interval lies in the past")
    if let tag { text += "Tag=\(Self.tag(for: tag))," }
    text += LogDecimal.seconds(startNanoseconds) + "," + LogDecimal.seconds(lengthNanoseconds)
    text += "," + NumberText.exact(Double(histogram.max) / 1e6, decimals: 3)
    text += "," + Base64.encode(histogram.encodedV2Compressed()) + "\n"
  }

  /// A name as a tag: commas, spaces, control characters and `%` become `%` and two digits each.
  ///
  /// Different names have different tags.
  public static func tag(for name: String) -> String {
    var tag: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in name.utf8 {
      if byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "%") {
        tag += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      } else {
        tag.append(byte)
      }
    }
    return String(decoding: tag, as: UTF8.self)
  }

  private mutating func comment(_ line: String) {
    let printable = line.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
    text += "#"
    text.unicodeScalars.append(contentsOf: printable.prefix(Self.longestComment))
    text += "\n"
  }
}
