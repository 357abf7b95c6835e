/// The fields of a header that are about one connection, and not about the message (RFC 9110 7.6.1).
///
/// Whoever takes a message to another connection leaves them out, with those that the message's own `Connection` names,
/// and says anew what is so there. Bodies are taken as a whole, without chunks and trailers, so that their length is
/// stated anew, too. Beyond that, requests and replies differ:
///
/// - A request goes to another server, which has another name (`Host`), and its body is sent at once, so that nobody
///   waits for a 100 (`Expect`). Its `Date`, if it has one, is a part of what the client said.
/// - A reply is sent, or compared with another one, at another time: its `Date` is the server's of that moment.
public struct HopByHop: Sendable {
  /// Which message it is.
  public enum Message: Sendable {
    /// The question of a client.
    case request
    /// The answer of a server.
    case reply

    /// The fields that go in any such message, in small letters.
    public var names: [String] {
      switch self {
      case .request: ["host"] + HopByHop.names + ["content-length", "expect"]
      case .reply: ["date"] + HopByHop.names + ["content-length"]
      }
    }
  }

  /// The fields that are hop by hop in any message, in small letters.
  ///
  /// `Trailer` is among them as the trailers themselves are taken off with the chunks.
  public static let names = [
    "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "trailer", "upgrade",
  ]

  private static let ofRequests = Set(Message.request.names)
  private static let ofReplies = Set(Message.reply.names)

  private var all: Set<String>

  /// Those of a kind of messages, and what the headers of some of them name as theirs.
  public init(_ message: Message, _ headers: [HTTPField]...) {
    all = message == .request ? Self.ofRequests : Self.ofReplies
    for field in headers.joined() where field.isNamed("Connection") {
      for name in field.value.split(separator: ",") {
        let name = HTTPGrammar.trimmed(Array(name.utf8)[...])
        all.insert(String(decoding: name, as: UTF8.self).lowercased())
      }
    }
  }

  /// Whether a field of that name, in capitals or not, is one.
  public func contains(_ name: String) -> Bool { all.contains(name.lowercased()) }
}
