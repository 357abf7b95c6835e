/// A request as the server read it.
public struct ServedRequest: Sendable {
  /// The method, such as "GET".
  public var method: String
  /// The target, percent escapes and all.
  public var target: [UInt8]
  /// The lines of the header, in their order, each with its end.
  public var header: [UInt8]
  /// Whether the body came in chunks.
  public var isChunked: Bool
  /// The body, without any transfer coding.
  public var body: [UInt8]
}

/// A listener to all that a server reads and writes, to write it down; called on the HTTP thread, so it must
/// not wait.
///
/// Streams of events, and requests that were refused before they were read, are not told of. A connection whose answer
/// is a file of more than 16 MiB is told to have ended without one.
public protocol ServerTap: AnyObject {
  /// A request has been received.
  ///
  /// - Parameters:
  ///   - connection: the number of its connection, from 1.
  ///   - client: where it comes from.
  ///   - request: what was read.
  ///   - time: in ns since 1970.
  func received(
    connection: UInt64,
    from client: ServerClient,
    _ request: ServedRequest,
    at time: Int64
  )

  /// The oldest request of a connection is answered; the body is the one that is sent, so that one without any is
  /// told of for `HEAD`, and its length stands in the header.
  func answered(connection: UInt64, _ answer: HTTPAnswer, at time: Int64)

  /// A connection has ended.
  func closed(connection: UInt64, at time: Int64)
}
