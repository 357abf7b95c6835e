/// The members of an object of JSON that stands in one line, as they are written.
///
/// Values within values are passed over. What is not looked at is not checked: a number may be any word.
struct JSONLine {
  /// A member: where its key and its value lie, of texts without their quotes.
  struct Member {
    /// The key, with its escapes.
    var key: Range<Int>
    /// The value.
    var value: Range<Int>
    /// Whether it is a text.
    var isText: Bool
  }

  /// The members in their order.
  private(set) var members: [Member] = []

  /// How many members an object may have.
  private static let mostMembers = 256
  /// How many values may lie within each other.
  private static let deepest = 64
  private static let quote = UInt8(ascii: "\"")

  /// Reads an object that fills a range, but for white space; false if there is none.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes.
  mutating func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    members.removeAll(keepingCapacity: true)
    var place = range.lowerBound
    let end = range.upperBound
    func skipSpace() { while place < end, bytes[place] <= UInt8(ascii: " ") { place += 1 } }
    func skip(_ byte: UInt8) -> Bool {
      skipSpace()
      guard place < end, bytes[place] == byte else { return false }
      place += 1
      return true
    }
    guard skip(UInt8(ascii: "{")) else { return false }
    if skip(UInt8(ascii: "}")) { return Self.isBlank(bytes, place..<end) }
    while members.count < Self.mostMembers {
      skipSpace()
      guard let key = Self.text(bytes, &place, end), skip(UInt8(ascii: ":")) else { return false }
      skipSpace()
      guard place < end else { return false }
      let isText = bytes[place] == Self.quote
      guard
        let value = isText ? Self.text(bytes, &place, end) : Self.value(bytes, &place, end)
      else { return false }
      members.append(Member(key: key, value: value, isText: isText))
      if skip(UInt8(ascii: ",")) { continue }
      return skip(UInt8(ascii: "}")) && Self.isBlank(bytes, place..<end)
    }
    return false
  }

  private static func isBlank(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    for place in range where bytes[place] > UInt8(ascii: " ") { return false }
    return true
  }

  /// What lies between two quotes, of which the first is at `place`, which goes behind the second.
  private static func text(_ bytes: Span<UInt8>, _ place: inout Int, _ end: Int) -> Range<Int>? {
    guard place < end, bytes[place] == quote else { return nil }
    let start = place + 1
    place = start
    while place < end, bytes[place] != quote {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < end else { return nil }
    place += 1
    return start..<place - 1
  }

  /// A value that is no text: a word, or everything from a bracket to its partner.
  private static func value(_ bytes: Span<UInt8>, _ place: inout Int, _ end: Int) -> Range<Int>? {
    let start = place
    var depth = 0
    while place < end {
      switch bytes[place] {
      case quote:
        guard depth > 0, text(bytes, &place, end) != nil else { return nil }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth > 0 || place == start, depth < deepest else { return nil }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return start < place ? start..<place : nil }
        depth -= 1
        if depth == 0 {
          place += 1
          return start..<place
        }
      case UInt8(ascii: ","), 0...UInt8(ascii: " "):
        if depth == 0 { return start < place ? start..<place : nil }
      default: break
      }
      place += 1
    }
    return nil
  }
}
