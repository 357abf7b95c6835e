/// The last lines of the phone's log.
public struct PhoneLog: Sendable {
  /// How many lines are kept; an older one makes room.
  public static var maximumLines: Int { 256 }
  /// The longest line in bytes of UTF-8; a longer one loses its end, from a scalar on.
  public static var maximumLineBytes: Int { 1024 }
  /// The beginning of the line of a page's message.
  public static var messagePrefix: String { "JavaScriptMessage: " }

  /// How many lines were ever written.
  public private(set) var totalCount: UInt64 = 0
  private var ring: [PhoneLogLine] = []
  private var oldest = 0

  /// Makes an empty log.
  public init() { ring.reserveCapacity(Self.maximumLines) }

  /// The lines that are left, oldest first.
  ///
  /// - Complexity: O(``maximumLines``).
  public var lines: [PhoneLogLine] { Array(ring[oldest...] + ring[..<oldest]) }

  /// Writes a line at a logical time in ns.
  ///
  /// - Complexity: O(``maximumLineBytes``), however long `text` is.
  public mutating func append(_ text: String, at now: Int64) {
    write(Self.cut(text, to: Self.maximumLineBytes), at: now)
  }

  /// Writes what a page has to say, after ``messagePrefix``, at a logical time in ns.
  ///
  /// - Complexity: O(``maximumLineBytes``), however long `message` is.
  public mutating func appendMessage(_ message: String, at now: Int64) {
    let prefix = Self.messagePrefix
    write(prefix + Self.cut(message, to: Self.maximumLineBytes - prefix.utf8.count), at: now)
  }

  private mutating func write(_ text: String, at now: Int64) {
    totalCount += 1
    let line = PhoneLogLine(time: now, text: text)
    guard ring.count == Self.maximumLines else { return ring.append(line) }
    ring[oldest] = line
    oldest = (oldest + 1) % Self.maximumLines
  }

  /// The first scalars of `text` that fit into so many bytes.
  private static func cut(_ text: String, to limit: Int) -> String {
    let bytes = text.utf8
    guard var end = bytes.index(bytes.startIndex, offsetBy: limit, limitedBy: bytes.endIndex),
      end != bytes.endIndex
    else { return text }
    while bytes[end] & 0xC0 == 0x80 { end = bytes.index(before: end) }
    return String(text.unicodeScalars[..<end])
  }
}
