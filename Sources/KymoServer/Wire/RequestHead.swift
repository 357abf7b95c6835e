import KymoHTTP

/// The head of a request: its first line, and its header.
struct RequestHead {
  /// A line of the header, as places in ``bytes``.
  struct Field {
    /// The name, if it is one that is looked at.
    var known: FieldName?
    var name: Range<Int>
    var value: Range<Int>
  }

  /// How a body is told from what follows it.
  enum Framing: Equatable {
    /// There is none.
    case none
    /// It has so many bytes, at least one.
    case length(Int)
    /// It comes in chunks.
    case chunked
  }

  /// All lines as they came, each with its end.
  var bytes: [UInt8] = []
  /// Where the header begins.
  var headerStart = 0
  var method = 0..<0
  /// The path and the query, or `*`.
  var path = 0..<0
  /// The authority of a target that was a whole URL: it takes the place of the header's `Host`.
  var authority: Range<Int>?
  /// The second number of the version: 0 or 1.
  var minorVersion = 1
  var fields: [Field] = []
  var framing = Framing.none

  /// Forgets everything but the memory.
  mutating func clear() {
    // A long head is no reason to keep as much for the next.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2048)
    fields.removeAll(keepingCapacity: fields.capacity <= 64)
    (headerStart, method, path, authority) = (0, 0..<0, 0..<0, nil)
    (minorVersion, framing) = (1, .none)
  }

  /// The bytes of the first line of a name; nil if there is none.
  func value(_ name: FieldName) -> ArraySlice<UInt8>? {
    for field in fields where field.known == name { return bytes[field.value] }
    return nil
  }

  /// The text of a line; that of `Host` is the target's own authority, if it has one.
  func text(_ name: FieldName) -> String? {
    if name == .host, let authority { return String(decoding: bytes[authority], as: UTF8.self) }
    return value(name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// How many lines have a name.
  func count(_ name: FieldName) -> Int {
    fields.reduce(0) { $0 + ($1.known == name ? 1 : 0) }
  }

  /// The scheme of a target that was a whole URL, in lower case.
  var scheme: String? {
    guard let authority else { return nil }
    // Between them stand the space and "://".
    let letters = bytes[method.upperBound + 1..<authority.lowerBound - 3]
    return String(decoding: letters, as: UTF8.self).lowercased()
  }

  /// Whether the value of a line is `identity`, or nothing.
  func isIdentity(_ field: Field) -> Bool {
    field.value.isEmpty || HTTPGrammar.isEqual(Array("identity".utf8)[...], bytes[field.value])
  }

  /// The target that is asked for, percent escapes and all: a URL without a path asks for `/`.
  var target: [UInt8] {
    let text = bytes[path]
    if authority == nil || text.first == UInt8(ascii: "/") { return Array(text) }
    return [UInt8(ascii: "/")] + text
  }

  /// Whether the connection is to go on behind this request.
  var keepsAlive: Bool {
    if lists(.connection, "close") { return false }
    return minorVersion > 0 || lists(.connection, "keep-alive")
  }

  /// Whether one of the lines of a name lists a token: several lines are one list.
  private func lists(_ name: FieldName, _ token: StaticString) -> Bool {
    fields.contains { $0.known == name && HTTPGrammar.names(bytes[$0.value], token) }
  }

  /// Whether the client would rather hear of a later reply as an event (RFC 7240's `respond-async`).
  var prefersEvents: Bool {
    guard let list = text(.prefer) else { return false }
    return list.split(separator: ",").contains {
      $0.split(separator: ";").first?.filter { $0 != " " }.lowercased() == "respond-async"
    }
  }

  /// Whether the body only comes once it is asked for.
  var expectsContinue: Bool { minorVersion > 0 && framing != .none && value(.expect) != nil }
}
