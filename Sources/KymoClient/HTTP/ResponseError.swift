/// Why what a server sent is no reply.
public enum ResponseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The first line is no status line, as in HTTP/0.9 and in anything that is no HTTP.
  case statusLine
  /// The first line is no status line, but the beginning of TLS.
  case tls
  /// The status line is of another version than HTTP/1.0 and HTTP/1.1.
  case version
  /// The status is no number from 100 to 999.
  case status
  /// A line of the head is no field.
  case field
  /// The length of the body is no number.
  case contentLength
  /// The length of the body is a number that nothing can hold, 2^63 or more.
  case contentLengthTooLarge
  /// The body has several lengths that differ.
  case severalLengths
  /// There is a length, and a transfer coding too.
  case twoLengths
  /// The transfer coding is none that is known.
  case transferCoding
  /// The size of a chunk is no number.
  case chunkSize
  /// There is more in a chunk than its size.
  case chunkEnd
  /// The lines of the reply have more bytes than this.
  case headTooLong(limit: Int)
  /// The body has more bytes than this.
  case bodyTooLong(limit: Int64)
  /// There are more interim replies than this.
  case tooManyInterim(limit: Int)
  /// The server goes on with another protocol.
  case upgraded
  /// There is something behind the reply that nobody asked for.
  case surplus
  /// The connection ended within the reply.
  case cut

  /// A few words.
  public var description: String {
    switch self {
    case .statusLine: "no status line"
    case .tls: "no status line, but TLS; does this port speak https?"
    case .version: "a status line of another version than HTTP/1.0 and HTTP/1.1"
    case .status: "a status that is not a number from 100 to 999"
    case .field: "a line of the head is no field"
    case .contentLength: "Content-Length is not a number"
    case .contentLengthTooLarge: "Content-Length is too large a number"
    case .severalLengths: "several values of Content-Length"
    case .twoLengths: "Content-Length beside Transfer-Encoding"
    case .transferCoding: "a Transfer-Encoding other than chunked"
    case .chunkSize: "the size of a chunk is no number"
    case .chunkEnd: "a chunk is longer than its size"
    case .headTooLong(let limit): "a head of more than \(limit) bytes"
    case .bodyTooLong(let limit): "a body of more than \(limit) bytes"
    case .tooManyInterim(let limit): "more than \(limit) interim replies"
    case .upgraded: "the server went on with another protocol"
    case .surplus: "bytes behind the reply"
    case .cut: "the connection ended within the reply"
    }
  }
}
