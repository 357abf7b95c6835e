public import KymoCore
public import KymoText

/// Replies that are escaped as a page needs them; they allocate, so not for a hot path.
///
/// A handler on a hot path keeps a ``JSONWriter`` or a ``ReplyScript`` and replies with its text.
extension Exchange {
  /// Replies with a JSON text: `reply(json: ["steps": 12])`, or `reply(json: "a \"text\"")`.
  ///
  /// - Parameters:
  ///   - json: what the text says, on one line.
  ///   - cause: what is answered; a request answers itself unless another is given.
  /// - Throws: ``HandlerError/tooLong``.
  public mutating func reply(
    json: JSONText,
    to cause: ReplyCause? = nil
  ) throws(HandlerError) {
    try reply(text: json.line, to: cause)
  }

  /// Replies with a script that hands a value to the page: `handleRequest('steps',{"count":12})`.
  ///
  /// Whatever is in the name and in the value's texts arrives as it is, and cannot end the script.
  ///
  /// - Parameters:
  ///   - command: the command of the page's own that takes the value.
  ///   - json: the value.
  ///   - answer: the command of the app that gets the page's answer, where the page's bridge has answers
  ///     (WebViewJavascriptBridge); letters, digits and `.-_`. Nil if none is wanted.
  ///   - cause: what is answered; a request answers itself unless another is given.
  /// - Throws: ``HandlerError/tooLong``.
  public mutating func reply(
    calling command: String,
    _ json: JSONText,
    answeredBy answer: String? = nil,
    to cause: ReplyCause? = nil
  ) throws(HandlerError) {
    let value = Self.script(json.line)
    let third = answer.map { ",'\(Self.literal($0))'" } ?? ""
    try reply(text: "handleRequest('\(Self.literal(command))',\(value)\(third))", to: cause)
  }

  /// A text as what lies between single quotes.
  private static func literal(_ text: String) -> String {
    // A literal in double quotes, less these, is also one in single quotes once ' is escaped.
    let name = script(JSONText(text).line).dropFirst().dropLast()
    return name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
  }

  /// JSON as a JavaScript expression: two separators end lines there, and only occur within texts.
  private static func script(_ json: String) -> String {
    var text = ""
    for scalar in json.unicodeScalars {
      switch scalar {
      case "\u{2028}": text += "\\u2028"
      case "\u{2029}": text += "\\u2029"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
