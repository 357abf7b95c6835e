import KymoHTTP

/// The head of an answer, line by line.
struct CurlHead {
  private(set) var status: Int?
  private(set) var fields: [HTTPField] = []
  /// Whether it is over; what comes behind it are trailers.
  private(set) var isWhole = false

  /// Takes a line.
  ///
  /// - Returns: whether the head is whole with it; interim answers (1xx) are not.
  mutating func add(_ line: [UInt8]) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
      .trimming { $0 == "\r" || $0 == "\n" || $0 == "\r\n" }
    if isWhole || status == nil {
      guard text.hasPrefix("HTTP/") else { return false }
      let parts = text.split(separator: " ")
      self = CurlHead()
      status = parts.count > 1 ? Int(parts[1]) : nil
      return false
    }
    if text.isEmpty {
      isWhole = true
      return (status ?? 0) >= 200
    }
    if let colon = text.firstIndex(of: ":") {
      let value = text[text.index(after: colon)...].trimming { $0 == " " || $0 == "\t" }
      fields.append(HTTPField(String(text[..<colon]), String(value)))
    }
    return false
  }
}

extension StringProtocol {
  /// The text without the characters at its ends that match.
  fileprivate func trimming(_ isOutside: (Character) -> Bool) -> SubSequence {
    var text = drop(while: isOutside)
    while let last = text.last, isOutside(last) { text = text.dropLast() }
    return text
  }
}
