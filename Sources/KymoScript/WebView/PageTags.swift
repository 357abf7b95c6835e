/// The tags of a page for scripts and links, read without a document: what is asked of a page before it is loaded.
///
/// Comments and the texts of scripts are left out.
struct PageTags {
  /// A tag for a script.
  struct Script {
    /// The address of its file; nil if the text is in the page.
    var source: String?
    /// Whether it is a module.
    var isModule: Bool
  }

  /// The scripts, in their order.
  private(set) var scripts: [Script] = []
  /// The addresses of links, in their order.
  private(set) var links: [String] = []

  /// Reads a page.
  ///
  /// - Complexity: O(bytes).
  init(_ html: String) {
    let bytes = Array(html.utf8)
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      if bytes[open...].starts(with: "<!--".utf8) {
        index = Self.end(of: "-->", in: bytes, from: open + 4)
        continue
      }
      let isScript = Self.isTag("script", in: bytes, at: index)
      guard isScript || Self.isTag("link", in: bytes, at: index) else { continue }
      let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count
      let attributes = Self.attributes(bytes[index..<end])
      if isScript {
        let isModule = attributes["type"]?.lowercased() == "module"
        scripts.append(Script(source: attributes["src"], isModule: isModule))
      } else if let address = attributes["href"] {
        links.append(address)
      }
      index = isScript ? Self.end(of: "</script", in: bytes, from: end) : end
    }
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

  /// The attributes of a tag, by their names in small letters; of several of one name the first.
  private static func attributes(_ tag: ArraySlice<UInt8>) -> [String: String] {
    func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 || byte == UInt8(ascii: "/") }
    let equals = UInt8(ascii: "=")
    var attributes: [String: String] = [:]
    var rest = tag.drop { !isBlank($0) }
    while true {
      rest = rest.drop(while: isBlank)
      guard !rest.isEmpty else { return attributes }
      let name = rest.prefix { !isBlank($0) && $0 != equals }
      rest = rest[name.endIndex...]
      var value = ArraySlice<UInt8>()
      let behind = rest.drop { $0 <= 0x20 }
      if behind.first == equals {
        rest = behind.dropFirst().drop { $0 <= 0x20 }
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { $0 > 0x20 }
          rest = rest[value.endIndex...]
        }
      }
      let key = String(decoding: name, as: UTF8.self).lowercased()
      if attributes[key] == nil { attributes[key] = String(decoding: value, as: UTF8.self) }
    }
  }
}
