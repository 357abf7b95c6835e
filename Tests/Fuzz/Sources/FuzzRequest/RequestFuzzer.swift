import KymoHTTP
import KymoMCAP

@testable import KymoServer

/// Any bytes as requests: nothing crashes, they are the same however they are torn, and what is written anew reads the
/// same.
final class RequestFuzzer {
  private static let limits = RequestLimits(headBytes: 1024, bodyBytes: 1024)

  /// A request that was found.
  struct Found: Equatable {
    var method: [UInt8]
    var target: [UInt8]
    var host: String?
    var minorVersion: Int
    var body: [UInt8] = []
  }

  func run(_ bytes: RawSpan) {
    let whole = read(bytes) { _, left in left }
    let single = read(bytes) { _, _ in 1 }
    precondition(whole == single, "bytes that come one by one are other requests")
    // How they are torn is told by themselves.
    let torn = read(bytes) { place, left in
      let byte = bytes.byte(place)
      return min(left, 1 + Int(byte & 31))
    }
    precondition(whole == torn, "torn bytes are other requests")
    checkRewriting(whole.requests)
  }

  /// What was found, and why that is all.
  struct Result: Equatable {
    var requests: [Found] = []
    var fault: RequestFault?
  }

  private func read(_ bytes: RawSpan, _ step: (Int, Int) -> Int) -> Result {
    var reader = RequestReader(Self.limits)
    var result = Result()
    var (start, body) = (0, [UInt8]())
    var found: Found?
    while start < bytes.byteCount {
      let end = start + step(start, bytes.byteCount - start)
      let part = bytes.extracting(start..<end)
      start = end
      var place = 0
      reading: while true {
        switch reader.next(part, &place) {
        case .more:
          precondition(place == part.byteCount, "bytes are left over")
          break reading
        case .head:
          precondition(found == nil, "a head within a request")
          found = Self.found(reader.head)
        case .body(let range):
          for offset in range {
            body.append(part.byte(offset))
          }
        case .end:
          guard var request = found else { preconditionFailure("an end without a head") }
          precondition(body.count <= Self.limits.bodyBytes, "a body is too long")
          request.body = body
          result.requests.append(request)
          (found, body) = (nil, [])
        case .fault(let fault):
          result.fault = fault
          // However it goes on.
          var again = 0
          precondition(reader.next(part, &again) == .fault(fault), "a fault is forgotten")
          return result
        }
      }
    }
    return result
  }

  private static func found(_ head: RequestHead) -> Found {
    for field in head.fields {
      precondition(HTTPGrammar.isToken(head.bytes[field.name]), "a name is no token")
      precondition(head.bytes[field.value].allSatisfy(HTTPGrammar.isText), "a control character")
    }
    precondition(head.bytes.count <= limits.headBytes, "a head is too long")
    precondition(head.count(.host) <= 1 && head.count(.contentLength) <= 1, "two of one")
    return Found(
      method: Array(head.bytes[head.method]),
      target: head.target,
      host: head.text(.host),
      minorVersion: head.minorVersion
    )
  }

  /// Requests that are written as plainly as can be are the same requests.
  private func checkRewriting(_ requests: [Found]) {
    for request in requests where request.target.first != UInt8(ascii: "*") {
      var bytes = request.method + Array(" ".utf8) + request.target
      bytes += Array(" HTTP/1.\(request.minorVersion)\r\n".utf8)
      if let host = request.host { bytes += Array("Host: \(host)\r\n".utf8) }
      bytes += Array("Content-Length: \(request.body.count)\r\n\r\n".utf8) + request.body
      // A host that is no UTF-8 grows, and a head may be too long then.
      guard bytes.count < Self.limits.headBytes else { continue }
      let again = bytes.withRawSpan { span in read(span) { _, left in left } }
      precondition(again.fault == nil && again.requests == [request], "it reads as another")
    }
  }
}
