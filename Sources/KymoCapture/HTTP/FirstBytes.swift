/// The first bytes of a stream, by what they say of the protocol.
enum FirstBytes {
  case request
  case reply
  case tls
  case http2
  case other
  /// More bytes would tell.
  case undecided

  /// How many bytes of a line are looked at for the version of HTTP.
  static let longestLine = 8192

  /// Looks at the start of a stream.
  init(_ bytes: RawSpan) {
    var start = 0
    while start < bytes.byteCount, Self.isLineEnd(bytes.byte(at: start)) { start += 1 }
    let text = bytes.extracting(start..<bytes.byteCount)
    guard text.byteCount > 0 else {
      self = .undecided
      return
    }
    switch text.byte(at: 0) {
    case 0x14...0x17 where start == 0:
      guard text.byteCount >= 3 else {
        self = .undecided
        return
      }
      self = text.byte(at: 1) == 3 && text.byte(at: 2) <= 4 ? .tls : .other
    default:
      switch (Self.begins(text, with: "HTTP/"), Self.begins(text, with: "PRI * HTTP/2.0")) {
      case (true?, _): self = .reply
      case (_, true?): self = .http2
      case (nil, _): self = .undecided
      case (_, nil) where text.byteCount < 5: self = .undecided
      default: self = Self.request(text)
      }
    }
  }

  /// Whether bytes in the middle of a stream begin a request.
  static func isRequest(_ bytes: RawSpan) -> Bool {
    guard let space = method(bytes), isKnown(bytes.extracting(first: space)),
      bytes.byteCount > space + 1
    else { return false }
    return [UInt8(ascii: "/"), UInt8(ascii: "h"), UInt8(ascii: "*")]
      .contains(bytes.byte(at: space + 1)) || isConnect(bytes)
  }

  /// Whether bytes begin a reply; nil if there are too few.
  static func isReply(_ bytes: RawSpan) -> Bool? { begins(bytes, with: "HTTP/1.") }

  private static func isConnect(_ bytes: RawSpan) -> Bool {
    begins(bytes, with: "CONNECT ") == true
  }

  /// Decides by the first line.
  private static func request(_ text: RawSpan) -> FirstBytes {
    guard let space = method(text) else {
      let isShort =
        text.byteCount <= 32 && (0..<text.byteCount).allSatisfy { isToken(text.byte(at: $0)) }
      return isShort ? .undecided : .other
    }
    if isKnown(text.extracting(first: space)) { return .request }
    guard let end = text.firstPlace(of: UInt8(ascii: "\n")) else {
      return text.byteCount < longestLine ? .undecided : .other
    }
    for place in space..<end where text.byte(at: place) == UInt8(ascii: " ") {
      if begins(text.extracting(place..<end), with: " HTTP/") == true { return .request }
    }
    return .other
  }

  /// Where the space behind a method is; nil if there is none.
  private static func method(_ text: RawSpan) -> Int? {
    for place in 0..<min(text.byteCount, 33) {
      let byte = text.byte(at: place)
      if byte == UInt8(ascii: " ") { return place > 0 ? place : nil }
      if !isToken(byte) { return nil }
    }
    return nil
  }

  private static func isToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static func isLineEnd(_ byte: UInt8) -> Bool { byte == 13 || byte == 10 }

  private static let methods = [
    "GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "TRACE", "PROPFIND",
    "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "REPORT", "SEARCH", "SUBSCRIBE",
    "UNSUBSCRIBE", "NOTIFY", "M-SEARCH", "PURGE",
  ]

  private static func isKnown(_ method: RawSpan) -> Bool {
    methods.contains { $0.utf8.count == method.byteCount && begins(method, with: $0) == true }
  }

  /// Whether bytes begin with a text; nil if they are a part of its beginning.
  private static func begins(_ bytes: RawSpan, with text: String) -> Bool? {
    var place = 0
    for letter in text.utf8 {
      guard place < bytes.byteCount else { return nil }
      if bytes.byte(at: place) != letter { return false }
      place += 1
    }
    return true
  }
}
