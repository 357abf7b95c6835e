/// What HTML and XML have in common: the characters that are markup.
enum MarkupText {
  /// The text with markup escaped, for content and for attributes in double quotes.
  ///
  /// - Parameters:
  ///   - text: anything.
  ///   - apostrophe: what stands for an apostrophe, which HTML 4 has no name for.
  ///   - other: what stands for a scalar that is no markup; nil for itself.
  /// - Returns: text without markup.
  static func escaped(
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

  /// What stands for a scalar that the format cannot hold.
  static let replacement = "\u{FFFD}"
}
