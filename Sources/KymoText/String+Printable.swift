extension String {
  /// The text without control characters, which a hostile file could use to steer the terminal.
  package var printable: String {
    guard unicodeScalars.contains(where: Self.isControl) else { return self }
    return String(
      String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 })
    )
  }

  /// The text without control characters but those that end lines and set tabs.
  package var printableLines: String {
    // Nearly every text has none, and its bytes say so: U+0080 to U+009F begin with C2.
    let isSuspect = utf8.contains { byte in
      byte < 0x20 && byte != 0x0A && byte != 0x09 || byte == 0x7F || byte == 0xC2
    }
    guard isSuspect else { return self }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          let isKept = scalar == "\n" || scalar == "\t" || !Self.isControl(scalar)
          return isKept ? scalar : "\u{FFFD}"
        }
      )
    )
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
