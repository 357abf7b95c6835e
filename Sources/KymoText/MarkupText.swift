/// The common part of HTML and XML: the characters that are markup.
package enum MarkupText {
  /// The text with markup escaped, for content and for attributes in double quotes.
  ///
  /// - Parameters:
  ///   - text: anything.
  ///   - apostrophe: what stands for an apostrophe, which HTML 4 has no name for.
  ///   - other: what stands for a scalar that is no markup; nil for itself.
  /// - Returns: text without markup.
  package static func escaped(
    _ text: String,
    apostrophe: String,
    _ other: (Unicode.Scalar) -> String?
  ) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += apostrophe
      default:
        if let text = other(scalar) {
          result += text
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  /// The stand-in for a scalar that the format cannot hold.
  package static let replacement = "\u{FFFD}"

  /// Whether a scalar controls a terminal, ends a line, turns the direction of what follows, or is none
  /// that a text may hold.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069, 0xFFFE...0xFFFF: true
    default: scalar.value & 0xFFFE == 0xFFFE
    }
  }

  /// The text with markup escaped, and U+FFFD for whatever controls: for content and attributes of XML and
  /// HTML alike.
  package static func shown(_ text: String) -> String {
    escaped(text, apostrophe: "&#39;") { isControl($0) ? replacement : nil }
  }
}
