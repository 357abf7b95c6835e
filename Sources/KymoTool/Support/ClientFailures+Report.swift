import KymoClient
import KymoCommandLine
import KymoText

extension ClientFailures {
  /// The subject of a count.
  enum Subject {
    /// Requests without a reply.
    case requests
    /// Connections that could not be opened, one for each time that it was tried.
    case connections
  }

  /// Prints each reason with its count, and the first of it in full.
  ///
  /// - Parameters:
  ///   - column: what stands before each line, as wide as the report's first column.
  ///   - subject: what the failures are of.
  ///   - console: where to.
  ///   - name: what a request is called.
  func print(
    _ column: String,
    counting subject: Subject = .requests,
    to console: inout Console,
    naming name: (Entry) -> String
  ) {
    let indent = String(repeating: " ", count: column.count)
    for entry in entries {
      let closing = entry.first.closing
      var line = "\(entry.count) × "
      switch subject {
      case .requests: line += entry.wasSent ? "" : "never sent: "
      case .connections: line += "a connection could not be opened: "
      }
      line += "\(entry.first)".printable
      if closing != .none { line += ", closed by \(closing.text)" }
      console.print(column + line)
      console.print("\(indent)first: \(name(entry).printable)\(Self.sent(entry))")
      if let came = Self.came(entry.first) { console.print(indent + came) }
    }
    if others > 0 { console.print("\(column)\(others) × other reasons, which are not told apart") }
  }

  private static func sent(_ entry: Entry) -> String {
    let error = entry.first
    guard error.requestBytes > 0 else { return entry.wasSent ? ", sent once before" : "" }
    return error.sentBytes == error.requestBytes
      ? ", all \(error.requestBytes) bytes sent"
      : ", \(error.sentBytes) of \(error.requestBytes) bytes sent"
  }

  /// Describes the part of the reply that came; nil if none was asked for.
  private static func came(_ error: ClientError) -> String? {
    guard error.requestBytes > 0 else { return nil }
    let reply = error.reply
    guard reply.count > 0 else { return "nothing came" }
    var text = reply.count == 1 ? "1 byte came" : "\(reply.count) bytes came"
    if !error.detail.isEmpty { text += ", \(error.detail)" }
    text += ": " + ReplyExcerpt.text(reply.head)
    if reply.leftOut > 0 { text += " … \(reply.leftOut) bytes …" }
    if !reply.tail.isEmpty { text += " " + ReplyExcerpt.text(reply.tail) }
    return text
  }

  /// The same for programs.
  ///
  /// - Parameter name: what a request is called.
  /// - Returns: a list.
  func json(naming name: (Entry) -> String) -> JSONText {
    var list = entries.map { entry -> JSONText in
      let error = entry.first
      return [
        "kind": JSONText(error.kind.rawValue),
        "reason": JSONText(error.message),
        "closedBy": JSONText(error.closing.rawValue),
        "sent": JSONText(entry.wasSent),
        "count": JSONText(entry.count),
        "first": JSONText(error.description),
        "firstRequest": [
          "index": JSONText(entry.request),
          "name": JSONText(name(entry)),
          "connection": JSONText(entry.connection),
          "bytes": JSONText(error.requestBytes),
          "sentBytes": JSONText(error.sentBytes),
          "receivedBytes": JSONText(error.reply.count),
          "received": JSONText(ReplyExcerpt.text(error.reply.head)),
          "receivedLast": error.reply.tail.isEmpty
            ? .null : JSONText(ReplyExcerpt.text(error.reply.tail)),
          "detail": JSONText(error.detail),
        ],
      ]
    }
    if others > 0 {
      list.append([
        "kind": "other", "reason": "other reasons, which are not told apart",
        "count": JSONText(others),
      ])
    }
    return JSONText(list)
  }
}

extension [ConnectionClosing: Int] {
  /// The number that each side closed, in words.
  var text: String {
    inOrder.map { "\($0.count) closed by \($0.who.text)" }.joined(separator: ", ")
  }

  /// The same for programs.
  var json: JSONText {
    JSONText(
      inOrder.map { ["closedBy": JSONText($0.who.rawValue), "count": JSONText($0.count)] }
    )
  }
}
