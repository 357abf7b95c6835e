import KymoBench
import KymoText

/// Text between the tags of XML, and in attributes.
enum XMLText {
  /// The text with markup escaped; what XML 1.0 cannot hold becomes U+FFFD.
  static func escaped(_ text: String) -> String {
    MarkupText.escaped(text, apostrophe: "&apos;") { scalar in
      switch scalar {
      case "\t", "\n", "\r": "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || 0xFFFE...0xFFFF ~= scalar.value: MarkupText.replacement
      default: nil
      }
    }
  }
}
