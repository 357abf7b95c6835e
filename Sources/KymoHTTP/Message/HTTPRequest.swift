/// The request of a client.
public struct HTTPRequest: Equatable, Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The target as it stands in the first line.
  public var target: String
  /// The version, such as `HTTP/1.1`; empty in HTTP/0.9.
  public var version = ""
  /// The header.
  public var fields: [HTTPField] = []
  /// The body.
  public var body = HTTPBody()
  /// When the packet with its first byte was captured, in ns since 1970.
  public var first: Int64 = 0
  /// When the packet with its last byte was: when it was sent.
  public var last: Int64 = 0
  /// Whether all of it was captured.
  public var isComplete = false
  /// Whether it may be a part of a body, and no request: then it is not complete.
  ///
  /// It stands behind a hole that has taken the end of a message, or behind a message whose end two readers may see at
  /// different places.
  public var isBehindDoubt = false

  /// A request without header and body.
  public init(_ method: String, _ target: String) {
    self.method = method
    self.target = target
  }
}

extension HTTPRequest {
  /// Why it cannot be sent again on another connection; nil if it can.
  public var refusal: String? {
    if isBehindDoubt { return "request behind a hole or framing in doubt" }
    if !isComplete || !body.isWhole { return "request not whole" }
    if method == "CONNECT" { return "CONNECT asks for a tunnel" }
    if version.isEmpty { return "HTTP/0.9" }
    if fields.value(of: "Upgrade") != nil { return "asks for another protocol" }
    guard !target.isEmpty, (method + target).utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else {
      return "no request line can have it"
    }
    return nil
  }
}
