import KymoMCAP

@testable import KymoServer

/// Requests of no connection.
enum TestRequest {
  /// A request whose head is there, and nothing of its body.
  ///
  /// - Parameters:
  ///   - target: what it asks for.
  ///   - method: in which way.
  ///   - lines: its header, each line with its end.
  /// - Returns: the request, whose body is not read.
  static func open(
    _ target: String,
    method: String = "GET",
    lines: String = ""
  ) -> ServerRequest {
    var reader = RequestReader(RequestLimits(headBytes: 8192, bodyBytes: 8192))
    var place = 0
    let bytes = Array(
      "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n".utf8
    )
    let part = bytes.withRawSpan { reader.next($0, &place) }
    precondition(part == .head, "the head of a test's request is none")
    return ServerRequest(
      reader.head,
      arrival: 0,
      connection: 0,
      connectionNumber: 1,
      readsOrigins: false,
      keepsHeader: true
    )
  }

  /// A request that the service looks at.
  static func make(_ target: String, method: String = "GET") -> ServerRequest {
    let request = open(target, method: method)
    _ = request.handle()
    return request
  }
}
