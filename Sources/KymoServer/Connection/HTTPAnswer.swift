public import KymoHTTP

/// The answer to a request.
public struct HTTPAnswer: Sendable {
  /// The status, 200...599.
  public var status: UInt16
  /// The header, less what the server adds: the length, the date, and whether the connection goes on.
  public var fields: [HTTPField] = []
  /// The body.
  public var body: [UInt8] = []
  /// The path of a file that is sent in place of the body; nil for none.
  var file: String?
  /// Whether it says that the request has become no event.
  private(set) var isRefusal = false
  /// Whether the connection ends behind it.
  public var closes = false

  /// An answer without a body.
  public init(_ status: UInt16) { self.status = status }

  /// An answer with a body.
  public init(_ status: UInt16, type: String, _ body: [UInt8]) {
    self.status = status
    self.body = body
    fields.append(HTTPField("Content-Type", type))
  }

  /// A line of text; with a status of 400 and above it says that the request was refused.
  static func text(_ status: UInt16, _ line: String) -> HTTPAnswer {
    var answer = HTTPAnswer(
      status,
      type: "text/plain; charset=utf-8",
      Array((line + "\n").utf8)
    )
    if status >= 400 {
      answer.add(EventStamp.outcomeField, EventStamp.refused)
      answer.isRefusal = true
    }
    return answer
  }

  /// Adds a line to the header.
  public mutating func add(_ name: String, _ value: String) {
    fields.append(HTTPField(name, value))
  }
}
