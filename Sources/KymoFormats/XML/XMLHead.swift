import KymoRecording

/// The beginning of a document of XML: the name of its first element.
enum XMLHead {
  /// The opinion on a file of a format whose first element has a name, and whose files have an extension.
  static func recognise(_ file: ImportFile, root name: String, named: String) -> ImportRecognition {
    guard root(file) == name else {
      let isNamed = file.fileExtension == named
      return isNamed && file.isWhole && file.bytes.allSatisfy({ $0 <= UInt8(ascii: " ") })
        ? .empty : .unknown(found: isNamed ? "no <\(name)> at its beginning" : nil)
    }
    return .known(.certain, .rows, reason: "its first element is <\(name)>")
  }

  /// The name of the first element without its prefix; nil if it is not there, or if the bytes are no XML.
  ///
  /// - Complexity: O(*n*), where *n* is the number of bytes before the first element.
  static func root(_ file: ImportFile) -> String? {
    var bytes = file.bytes[...]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isWide { bytes = bytes.prefix(1 << 12).dropFirst(2).filter { $0 != 0 }[...] }
    while true {
      bytes = bytes.drop { $0 <= UInt8(ascii: " ") }
      guard bytes.first == UInt8(ascii: "<") else { return nil }
      bytes = bytes.dropFirst()
      guard let next = bytes.first else { return nil }
      if bytes.starts(with: Array("!--".utf8)) {
        guard let end = place(of: Array("-->".utf8), in: bytes) else { return nil }
        bytes = bytes[(end + 3)...]
      } else if next == UInt8(ascii: "?") || next == UInt8(ascii: "!") {
        guard let end = bytes.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        // Declarations within `[]` are refused later; the first element stands behind them.
        if let bracket = bytes[..<end].firstIndex(of: UInt8(ascii: "[")) {
          guard let close = place(of: Array("]".utf8), in: bytes[bracket...]),
            let after = bytes[close...].firstIndex(of: UInt8(ascii: ">"))
          else { return nil }
          bytes = bytes[(after + 1)...]
        } else {
          bytes = bytes[(end + 1)...]
        }
      } else {
        let stops = Array(" \t\r\n/>".utf8)
        let name = bytes.prefix(256).prefix { !stops.contains($0) }
        let text = String(decoding: name, as: UTF8.self)
        return text.split(separator: ":").last.map(String.init)
      }
    }
  }

  private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    var cursor = bytes.startIndex
    while cursor + pattern.count <= bytes.endIndex {
      guard let next = bytes[cursor...].firstIndex(of: pattern[0]) else { return nil }
      if bytes[next...].starts(with: pattern) { return next }
      cursor = next + 1
    }
    return nil
  }
}
