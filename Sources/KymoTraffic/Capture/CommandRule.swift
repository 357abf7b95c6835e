import KymoBridge
public import KymoHTTP

/// Where the command stands in requests that are none of the bridge's own.
public enum CommandRule: Equatable, Sendable {
  /// The path is the command; the message is the body, or the query if there is none.
  case path
  /// A parameter of the query is the command; the message is the parameter `msg`, or the body.
  case query(String)
  /// A member of the JSON body is the command, by the names that lead there; the message is the body.
  case json([String])

  /// How it is written, for messages.
  public static let forms = "path, query:NAME or json:/POINTER"

  /// Reads a rule as it is typed; nil if it is none.
  public init?(_ text: String) {
    if text == "path" {
      self = .path
    } else if text.hasPrefix("query:"), text.count > 6 {
      self = .query(String(text.dropFirst(6)))
    } else if text.hasPrefix("json:"), let pointer = Self.pointer(String(text.dropFirst(5))) {
      self = .json(pointer)
    } else {
      return nil
    }
  }

  /// The names in a JSON pointer (RFC 6901); nil if it is none, or leads nowhere.
  private static func pointer(_ text: String) -> [String]? {
    guard text.hasPrefix("/"), text.count > 1 else { return nil }
    return JSONPointer.names(text)
  }

  /// The command and the message of a request; nil if it is no command.
  public func call(_ request: HTTPRequest) -> (command: String, message: String?)? {
    let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let query = parts.count == 2 ? String(parts[1]) : nil
    let body =
      request.body.bytes.isEmpty ? nil : String(validating: request.body.bytes, as: UTF8.self)
    switch self {
    case .path:
      let path = Self.path(String(parts[0]))
      guard let name = Self.decoded(path.drop { $0 == "/" }), !name.isEmpty else { return nil }
      return (name, body ?? query)
    case .query(let wanted):
      guard let query, let name = Self.parameter(wanted, of: query), !name.isEmpty else {
        return nil
      }
      return (name, Self.parameter("msg", of: query) ?? body)
    case .json(let names):
      guard let body, let name = Self.member(names, of: body), !name.isEmpty else { return nil }
      return (name, body)
    }
  }

  /// Names a request: a call of the bridge by its command, any other by the rule, or by its path.
  package func name(of request: HTTPRequest) -> String {
    let path = Self.path(request.target).prefix { $0 != "?" }
    let rule = path == "/call" ? .query("cmd") : self
    if let call = rule.call(request) { return call.command }
    return path.isEmpty ? "/" : String(path)
  }

  /// The path of a target, also of one with scheme and host.
  package static func path(_ target: String) -> Substring {
    guard let scheme = target.firstRange(of: "://") else { return target[...] }
    let rest = target[scheme.upperBound...]
    return rest.firstIndex(of: "/").map { rest[$0...] } ?? ""
  }

  private static func parameter(_ name: String, of query: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard decoded(parts[0]) == name else { continue }
      // As forms have it, a plus is a space.
      return parts.count == 2 ? decoded(Substring(parts[1].replacing("+", with: " "))) : ""
    }
    return nil
  }

  private static func decoded(_ text: Substring) -> String? {
    PercentEscapes.decode(Array(text.utf8)[...])
  }

  private static func member(_ names: [String], of text: String) -> String? {
    var document = JSONDocument()
    guard (try? document.parse(text)) != nil else { return nil }
    return document.value(at: names).flatMap { document.string(of: $0) }
  }
}
