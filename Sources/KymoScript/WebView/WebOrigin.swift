/// The address that the folder of a page is the root of.
public enum WebOrigin: Sendable, Equatable {
  /// `https://localhost` for a page that cannot do without: it has a module, or the path of a script or a style sheet
  /// begins with a slash. As ``file`` for all others.
  case automatic
  /// The page is a file among others, and a path that begins with a slash leads nowhere.
  case file
  /// An address such as `capacitor://localhost`, without a path.
  case named(String)

  /// What an automatic origin is if a page needs one.
  public static var usual: String { "https://localhost" }

  /// Reads `file`, or a scheme and a host with or without a port.
  ///
  /// - Returns: nil if it is neither.
  public init?(_ text: String) {
    if text == "file" || text == "file://" {
      self = .file
      return
    }
    guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
    let scheme = text[..<colon].lowercased()
    let host = text[text.index(colon, offsetBy: 3)...].lowercased()
    let isScheme =
      scheme.utf8.first.map(Self.isLetter) == true
      && scheme.utf8.allSatisfy { Self.isLetter($0) || Self.isDigit($0) || "+-.".utf8.contains($0) }
    let parts = host.split(separator: ":", omittingEmptySubsequences: false)
    let isHost =
      parts.count <= 2 && !parts[0].isEmpty
      && parts[0].utf8.allSatisfy {
        Self.isLetter($0) || Self.isDigit($0) || "-._".utf8.contains($0)
      }
      && (parts.count == 1 || UInt16(parts[1]) != nil)
    let isOther = !["file", "data", "blob", "javascript", "about"].contains(scheme)
    guard isScheme, isHost, isOther else { return nil }
    self = .named("\(scheme)://\(host)")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// What a page has that it cannot do without an origin.
  struct Need: Equatable {
    /// It has modules.
    var modules = false
    /// It has scripts or style sheets whose paths begin with a slash.
    var paths = false
  }

  /// What a page needs an origin for: by its tags for scripts and links, comments and scripts left out.
  static func need(of html: String) -> Need {
    var need = Need()
    let bytes = Array(html.utf8)
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      if bytes[open...].starts(with: "<!--".utf8) {
        index = Self.end(of: "-->", in: bytes, from: open + 4)
        continue
      }
      guard let name = ["script", "link"].first(where: { Self.isTag($0, in: bytes, at: index) })
      else { continue }
      let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      let tag = String(decoding: bytes[index..<end], as: UTF8.self).lowercased()
      let words = tag.split { $0.isWhitespace || $0 == "\"" || $0 == "'" || $0 == "=" }
      if name == "script", words.contains("module"), tag.contains("type") {
        need.modules = true
      }
      for attribute in ["src", "href"] where words.contains(Substring(attribute)) {
        if Self.value(of: attribute, in: tag).map({ $0.hasPrefix("/") && !$0.hasPrefix("//") })
          == true
        {
          need.paths = true
        }
      }
      index = name == "script" ? Self.end(of: "</script", in: bytes, from: end) : end
    }
    return need
  }

  private static func isTag(_ name: String, in bytes: [UInt8], at index: Int) -> Bool {
    let end = index + name.utf8.count
    guard end < bytes.count, zip(name.utf8, bytes[index..<end]).allSatisfy({ $0 == $1 | 0x20 })
    else { return false }
    return bytes[end] <= 0x20 || bytes[end] == UInt8(ascii: "/") || bytes[end] == UInt8(ascii: ">")
  }

  /// The index behind what ends something; the end of the text if nothing does.
  private static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int {
    let end = Array(text.utf8)
    var index = min(start, bytes.count)
    while index + end.count <= bytes.count {
      let isSame = zip(end, bytes[index..<index + end.count]).allSatisfy {
        $0 == $1 || $0 == $1 | 0x20
      }
      if isSame { return index + end.count }
      index += 1
    }
    return bytes.count
  }

  private static func value(of attribute: String, in tag: String) -> Substring? {
    guard
      let name = tag.ranges(of: attribute).first(where: { range in
        range.lowerBound > tag.startIndex && tag[tag.index(before: range.lowerBound)].isWhitespace
          || range.lowerBound > tag.startIndex
            && "\"'".contains(tag[tag.index(before: range.lowerBound)])
      })
    else { return nil }
    let rest = tag[name.upperBound...].drop { $0.isWhitespace }
    guard rest.first == "=" else { return nil }
    return rest.dropFirst().drop { $0.isWhitespace || $0 == "\"" || $0 == "'" }
  }
}
