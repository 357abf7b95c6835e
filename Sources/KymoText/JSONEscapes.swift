/// The escapes that JSON has for the characters that a text cannot hold as they are (RFC 8259 7),
/// where nothing is hot.
///
/// The text of a bridge on its way goes byte by byte into memory of its own; see `JSONWriter`.
package enum JSONEscapes {
  /// Appends a text without the quotation marks around it.
  ///
  /// - Parameters:
  ///   - text: any.
  ///   - json: what it is appended to.
  ///   - escapesDelete: whether U+007F is escaped as well, which JSON does not ask for, but people who look at it
  ///     in a terminal may.
  package static func append(_ text: String, to json: inout String, escapesDelete: Bool = false) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      case let control where control.value < 0x20 || escapesDelete && control.value == 0x7F:
        let digits = String(control.value, radix: 16)
        json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: json.unicodeScalars.append(scalar)
      }
    }
  }
}
