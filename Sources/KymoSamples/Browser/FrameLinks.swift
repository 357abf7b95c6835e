/// The frames of a page: what its `<iframe src="…">` lead to.
enum FrameLinks {
  /// How many frames of a page are loaded.
  static let maximumCount = 16

  /// The links, in order, as they are written.
  ///
  /// - Complexity: O(bytes).
  static func links(in page: [UInt8]) -> [String] {
    let name = Array("<iframe".utf8)
    var links: [String] = []
    var index = 0
    while links.count < maximumCount, index + name.count < page.count {
      guard page[index] == name[0],
        page[index..<index + name.count].elementsEqual(name, by: { lower($0) == $1 }),
        isSpace(page[index + name.count])
      else {
        index += 1
        continue
      }
      index += name.count
      let end = page[index...].firstIndex(of: UInt8(ascii: ">")) ?? page.endIndex
      if let link = source(in: page[index..<end]) { links.append(link) }
      index = end
    }
    return links
  }

  /// The value of `src` among the attributes of a tag.
  private static func source(in attributes: ArraySlice<UInt8>) -> String? {
    var rest = attributes
    while !rest.isEmpty {
      rest = rest.drop(while: isSpace)
      let name = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: "=") }
      if name.isEmpty, rest.first != UInt8(ascii: "=") { return nil }
      rest = rest[name.endIndex...].drop(while: isSpace)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: isSpace)
      let value: ArraySlice<UInt8>
      if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
        value = rest.dropFirst().prefix { $0 != quote }
        rest = rest[value.endIndex...].dropFirst()
      } else {
        value = rest.prefix { !isSpace($0) }
        rest = rest[value.endIndex...]
      }
      if name.elementsEqual("src".utf8, by: { lower($0) == $1 }) {
        return String(validating: value, as: UTF8.self)
      }
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 9...13 ~= byte }
}
