/// Why the bytes of a connection are no request, so that nothing behind them is read as one.
enum RequestFault: Equatable, CaseIterable {
  case bareLineFeed
  case bareCarriageReturn
  case controlCharacter
  case requestLine
  case method
  case target
  case version
  case targetTooLong
  case headTooLong
  case foldedField
  case fieldName
  case missingHost
  case severalHosts
  case severalOrigins
  case length
  case severalLengths
  case lengthAndCoding
  case severalCodings
  case unknownCoding
  case codingInOldVersion
  case chunkSize
  case chunkExtension
  case chunkEnd
  case trailer
  case bodyTooLong
  case expectation

  /// The status of the one reply that there is.
  var status: UInt16 {
    switch self {
    case .version: 505
    case .targetTooLong: 414
    case .headTooLong: 431
    case .bodyTooLong: 413
    case .unknownCoding: 501
    case .expectation: 417
    default: 400
    }
  }

  /// One line for who has sent it.
  var reason: String {
    switch self {
    case .bareLineFeed: "a line ends with CR and LF; there is an LF alone"
    case .bareCarriageReturn: "a line ends with CR and LF; there is a CR alone"
    case .controlCharacter: "a line has a control character"
    case .requestLine: "the first line is METHOD TARGET HTTP/1.1, with one space between them"
    case .method: "the method is not a token"
    case .target: "the target is a path from /, or an http URL with a host; * is for OPTIONS alone"
    case .version: "the version of HTTP is 1.1 or 1.0"
    case .targetTooLong: "the first line is too long"
    case .headTooLong: "the header is too long"
    case .foldedField: "a line of the header begins with a space"
    case .fieldName:
      """
      a line of the header is not NAME: VALUE, or there is a space before the colon
      """
    case .missingHost: "the header has no Host"
    case .severalHosts: "the header has more than one Host"
    case .severalOrigins: "the header has more than one Origin"
    case .length: "Content-Length is not a number"
    case .severalLengths: "the header has more than one Content-Length"
    case .lengthAndCoding: "a body has a length or a transfer coding, not both"
    case .severalCodings: "the header has more than one Transfer-Encoding"
    case .unknownCoding: "the only transfer coding that is known is chunked"
    case .codingInOldVersion: "HTTP/1.0 has no transfer codings"
    case .chunkSize: "the size of a chunk is not a hexadecimal number, or too large"
    case .chunkExtension: "the extension of a chunk is not ;NAME=VALUE, or too long"
    case .chunkEnd: "a chunk does not end where its size says"
    case .trailer: "a line of the trailer is not NAME: VALUE, or belongs in the header"
    case .bodyTooLong: "the body is too long"
    case .expectation: "the only expectation that is known is 100-continue"
    }
  }
}
