import KymoText

/// Texts of messages for a page, with their members always in the same order.
enum MessageText {
  /// The prefix of the numbers of messages of native code.
  static let idPrefix = "objc_cb_"

  static func request(name: String?, data: WebViewBridge.Payload, id: Int?) -> String {
    var text = ""
    text.reserveCapacity(64 + (name?.utf8.count ?? 0) + (data.json?.utf8.count ?? 0))
    text += "{"
    if let name {
      text += "\"handlerName\":"
      text += quoted(name)
    }
    if let json = data.json {
      text += text.utf8.count > 1 ? ",\"data\":" : "\"data\":"
      text += json
    }
    if let id {
      text += text.utf8.count > 1 ? ",\"callbackId\":\"" : "\"callbackId\":\""
      text += idPrefix
      text += String(id)
      text += "\""
    }
    text += "}"
    return text
  }

  /// An answer; no data is `null`.
  static func response(to id: String, data: WebViewBridge.Payload) -> String {
    "{\"responseId\":" + quoted(id) + ",\"responseData\":" + (data.json ?? "null") + "}"
  }

  /// The number in an id of ours; nil if it is none.
  static func number(ofID id: String) -> Int? {
    guard id.utf8.starts(with: idPrefix.utf8) else { return nil }
    let digits = id.utf8.dropFirst(idPrefix.utf8.count)
    // Eighteen digits are no more than an Int holds, and more than there will be messages.
    guard (1...18).contains(digits.count), digits.first != UInt8(ascii: "0") else { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= digit else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }

  /// A text as JSON.
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy {
      $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain { return "\"" + text + "\"" }
    var quoted = "\""
    JSONEscapes.append(text, to: &quoted)
    return quoted + "\""
  }

  /// A text as a literal of a script, in single quotes.
  ///
  /// The backslash comes first: no escape is escaped again.
  static func literal(_ text: String) -> String {
    var literal = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": literal += "\\\\"
      case "\"": literal += "\\\""
      case "'": literal += "\\'"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\u{C}": literal += "\\f"
      case "\u{2028}": literal += "\\u2028"
      case "\u{2029}": literal += "\\u2029"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "'"
  }
}
