/// The bytes of a reply as far as a report shows them: those at its beginning, and the last ones that were read.
///
/// It allocates when it is made, and not after that.
public struct ReplyExcerpt: Sendable, Equatable {
  /// How many bytes are kept of the beginning.
  public static let headCapacity = 256
  /// How many bytes are kept of the end.
  public static let tailCapacity = 128

  /// The first bytes.
  public private(set) var head: [UInt8] = []
  /// The last bytes of what did not find room in the head.
  public private(set) var tail: [UInt8] = []
  /// How many bytes came in all.
  public private(set) var count: Int64 = 0

  /// Of a reply of which nothing has come.
  public init() {
    head.reserveCapacity(Self.headCapacity)
    tail.reserveCapacity(Self.tailCapacity)
  }

  /// How many bytes between head and tail are not kept.
  public var leftOut: Int64 { count - Int64(head.count) - Int64(tail.count) }

  /// Begins with the next reply.
  mutating func reset() {
    guard count > 0 else { return }
    head.removeAll(keepingCapacity: true)
    tail.removeAll(keepingCapacity: true)
    count = 0
  }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: what came.
  ///   - shown: how many of them are worth showing; those behind are counted alone.
  mutating func add(_ bytes: RawSpan, shown: Int) {
    count += Int64(bytes.byteCount)
    let first = min(shown, Self.headCapacity - head.count)
    if first > 0 { head.append(copyOf: bytes.extracting(0..<first)) }
    let rest = max(first, shown - Self.tailCapacity)..<shown
    guard !rest.isEmpty else { return }
    let surplus = tail.count + rest.count - Self.tailCapacity
    if surplus > 0 { tail.removeFirst(min(surplus, tail.count)) }
    tail.append(copyOf: bytes.extracting(rest))
  }

  /// The bytes in quotation marks, with escapes for all that is no plain character of ASCII.
  ///
  /// - Parameter bytes: head or tail.
  /// - Returns: the text.
  public static func text(_ bytes: [UInt8]) -> String {
    var text = "\""
    for byte in bytes {
      switch byte {
      case 9: text += "\\t"
      case 10: text += "\\n"
      case 13: text += "\\r"
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += "\\" + String(UnicodeScalar(byte))
      case 32..<127: text += String(UnicodeScalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + "\""
  }
}
