/// Where the name and the message of a call stand in its URL.
struct CallURLParts {
  var name: Range<Int>
  var message: Range<Int>?

  /// Finds them; nil if the URL is not a call.
  static func strict(
    _ url: Span<UInt8>,
    bases: borrowing CallBases
  ) throws(CallError) -> CallURLParts? {
    var start = -1
    for index in 0..<bases.count {
      guard let end = bases.length(at: index, ifPrefixOf: url) else { continue }
      if end == url.count { throw .missingCommand(offset: end) }
      if url[end] == UInt8(ascii: "#") { throw .fragment(offset: end) }
      if url[end] == UInt8(ascii: "?") {
        start = end + 1
        break
      }
    }
    guard start >= 0 else { return nil }
    guard url.has("cmd=", at: start) else { throw .missingCommand(offset: start) }
    let nameStart = start + 4
    if let index = firstIndex(of: "#", in: url, nameStart..<url.count) {
      throw .fragment(offset: index)
    }
    let nameEnd = firstIndex(of: "&", in: url, nameStart..<url.count) ?? url.count
    guard nameEnd < url.count else {
      return CallURLParts(name: nameStart..<nameEnd, message: nil)
    }
    guard url.has("msg=", at: nameEnd + 1) else {
      throw .unexpectedPair(offset: nameEnd + 1)
    }
    let message = nameEnd + 5..<url.count
    // What JavaScript makes of a message that was not given; a text of that name is sent escaped.
    let isAbsent = message.count == 9 && url.has("undefined", at: message.lowerBound)
    return CallURLParts(name: nameStart..<nameEnd, message: isAbsent ? nil : message)
  }

  /// Finds them as the parser of 2009 did: split at `?`, then at `&`, then at `=`, and take what comes second.
  static func legacy(_ url: Span<UInt8>) throws(CallError) -> CallURLParts? {
    guard let query = firstIndex(of: "?", in: url, 0..<url.count) else { return nil }
    let queryEnd = firstIndex(of: "?", in: url, query + 1..<url.count) ?? url.count
    let firstEnd = firstIndex(of: "&", in: url, query + 1..<queryEnd) ?? queryEnd
    guard let name = second(query + 1..<firstEnd, in: url) else {
      throw .missingCommand(offset: query + 1)
    }
    guard firstEnd < queryEnd else { throw .missingMessage(offset: queryEnd) }
    let secondEnd = firstIndex(of: "&", in: url, firstEnd + 1..<queryEnd) ?? queryEnd
    guard let message = second(firstEnd + 1..<secondEnd, in: url) else {
      throw .missingMessage(offset: firstEnd + 1)
    }
    return CallURLParts(name: name, message: message)
  }

  /// Returns the place of the text between the first and the second `=`.
  private static func second(_ pair: Range<Int>, in url: Span<UInt8>) -> Range<Int>? {
    guard let first = firstIndex(of: "=", in: url, pair) else { return nil }
    let rest = first + 1..<pair.upperBound
    return first + 1..<(firstIndex(of: "=", in: url, rest) ?? pair.upperBound)
  }

  private static func firstIndex(
    of scalar: Unicode.Scalar,
    in url: Span<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    url.firstIndex(of: UInt8(ascii: scalar), in: range)
  }
}
