@testable import KymoServer

/// Requests that no daemon has received.
///
/// SAFETY: the connection is a number that is no address; only a daemon would follow it, and there is none.
enum UnsafeTestRequest {
  /// A request that is whole.
  static func make(_ target: String, method: String = "GET", body: String = "") -> ServerRequest {
    guard let connection = unsafe OpaquePointer(bitPattern: 1) else { preconditionFailure() }
    let request = unsafe ServerRequest(
      target: Array(target.utf8),
      arrival: 0,
      connection: connection,
      connectionNumber: 1
    )
    request.method = HTTPMethod(method)
    request.methodName = method
    request.body = Array(body.utf8)
    return request
  }
}
