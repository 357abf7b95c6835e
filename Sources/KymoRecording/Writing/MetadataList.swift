import KymoMCAP

/// A list of texts in one pair of a metadata record, such as the names of the commands.
///
/// The texts stand with a separator between them. If one of them holds the separator, or is empty where an
/// empty one is not read, all are percent-escaped, and a second pair, `KEY_escape`, says so: whatever the
/// texts are, they come back, and a list that needs no escaping is the bytes that it always was.
struct MetadataList {
  /// The key of the pair.
  let key: String
  /// The character between two texts; ASCII.
  let separator: UInt8
  /// Whether nothing between two separators is a text, too.
  let hasEmpty: Bool

  /// The names of the commands, in the order of their ids.
  static var commands: Self {
    Self(key: "commands", separator: UInt8(ascii: ","), hasEmpty: false)
  }

  /// The folders of the pages that may call.
  static var bases: Self {
    Self(key: "bridge_bases", separator: UInt8(ascii: " "), hasEmpty: true)
  }

  /// Writes a list.
  func put(_ texts: [String], into map: inout MCAPStringMap) {
    let needsEscape = texts.contains { text in
      text.isEmpty && !hasEmpty || text.utf8.contains(separator)
    }
    let written = texts.map { needsEscape ? escaped($0) : Array($0.utf8) }
    map[key] = String(decoding: Array(written.joined(separator: [separator])), as: UTF8.self)
    if needsEscape { map[escapeKey] = Self.escapeName }
  }

  /// Reads a list; nil if there is no such pair.
  func texts(in map: MCAPStringMap) -> [String]? {
    guard let value = map[key] else { return nil }
    let isEscaped = map[escapeKey] == Self.escapeName
    return Array(value.utf8)
      .split(separator: separator, omittingEmptySubsequences: !isEscaped && !hasEmpty)
      .map { isEscaped ? Self.unescaped($0) : String(decoding: $0, as: UTF8.self) }
  }

  private static var escapeName: String { "percent" }
  private var escapeKey: String { key + "_escape" }

  /// The text with two hexadecimal digits behind a `%` in place of each separator and `%`.
  private func escaped(_ text: String) -> [UInt8] {
    text.utf8.flatMap { byte -> [UInt8] in
      guard byte == UInt8(ascii: "%") || byte == separator else { return [byte] }
      return Array(("%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
    }
  }

  /// The text that was escaped; a `%` without two digits stands for itself.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var result: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let value = UInt8(digits, radix: 16)
      {
        result.append(value)
        rest = rest.dropFirst(2)
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
