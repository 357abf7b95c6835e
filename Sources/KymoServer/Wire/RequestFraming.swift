import KymoHTTP

/// Where the body of a request ends, which has to be as plain to everybody who reads it.
enum RequestFraming {
  /// Reads it out of a head that is whole otherwise; a body may have so many bytes.
  ///
  /// - Returns: what is wrong with it; nil if nothing is.
  static func read(_ head: inout RequestHead, bodyBytes: Int) -> RequestFault? {
    let hosts = head.count(.host)
    if hosts > 1 { return .severalHosts }
    if hosts == 0, head.minorVersion > 0 { return .missingHost }
    if head.count(.origin) > 1 { return .severalOrigins }
    if let fault = readBody(&head, bodyBytes) { return fault }
    guard head.minorVersion > 0, let expected = head.value(.expect) else { return nil }
    let known = Array("100-continue".utf8)
    let isKnown = head.count(.expect) == 1 && HTTPGrammar.isEqual(expected, known[...])
    return isKnown ? nil : .expectation
  }

  private static func readBody(_ head: inout RequestHead, _ bodyBytes: Int) -> RequestFault? {
    let length = head.value(.contentLength)
    guard let coding = head.value(.transferEncoding) else {
      guard let length else { return nil }
      if head.count(.contentLength) > 1 { return .severalLengths }
      guard !length.isEmpty,
        length.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { return .length }
      // What is no number of this machine is too long as well.
      guard let count = Int(String(decoding: length, as: UTF8.self)), count <= bodyBytes
      else { return .bodyTooLong }
      head.framing = count == 0 ? .none : .length(count)
      return nil
    }
    if length != nil { return .lengthAndCoding }
    if head.count(.transferEncoding) > 1 { return .severalCodings }
    if head.minorVersion == 0 { return .codingInOldVersion }
    let known = Array("chunked".utf8)
    guard HTTPGrammar.isEqual(coding, known[...]) else { return .unknownCoding }
    head.framing = .chunked
    return nil
  }
}
