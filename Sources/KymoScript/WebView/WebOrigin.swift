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

  /// What a page needs an origin for.
  static func need(of html: String) -> Need {
    let tags = PageTags(html)
    return Need(
      modules: tags.scripts.contains(where: \.isModule),
      paths: (tags.scripts.compactMap(\.source) + tags.links).contains {
        $0.hasPrefix("/") && !$0.hasPrefix("//")
      }
    )
  }
}
