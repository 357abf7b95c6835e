import KymoHTTP
@testable import KymoServer

/// Requests of no connection.
enum TestRequest {
  /// A request that is whole.
  static func make(_ target: String, method: String = "GET", body: String = "") -> ServerRequest {
    let request = ServerRequest(
      target: Array(target.utf8),
      arrival: 0,
      connection: 0,
      connectionNumber: 1
    )
    request.method = HTTPMethod(method)
    request.methodName = method
    request.body = Array(body.utf8)
    return request
  }
}
