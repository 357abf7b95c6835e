import KymoHTTP

/// The lines of a header that a server looks at.
enum FieldName: String, CaseIterable {
  case host = "Host"
  case origin = "Origin"
  case fetchSite = "Sec-Fetch-Site"
  case fetchMode = "Sec-Fetch-Mode"
  case authorization = "Authorization"
  case cookie = "Cookie"
  case contentLength = "Content-Length"
  case contentEncoding = "Content-Encoding"
  case transferEncoding = "Transfer-Encoding"
  case connection = "Connection"
  case expect = "Expect"
  case prefer = "Prefer"
  case lastEventID = "Last-Event-ID"

  private static let spellings = allCases.map { (name: $0, bytes: Array($0.rawValue.utf8)) }

  /// The name that bytes are, in capitals or not; nil for any other.
  init?(_ bytes: ArraySlice<UInt8>) {
    for (name, spelling) in Self.spellings
    where spelling.count == bytes.count && HTTPGrammar.isEqual(spelling[...], bytes) {
      self = name
      return
    }
    return nil
  }
}
