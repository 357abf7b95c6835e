import KymoHTTP

/// Writes call URLs into memory that is allocated once and used again and again.
///
/// In ``CallMode/strict`` every URL decodes to the name and the text that went in. In ``CallMode/legacy`` the
/// URL is the one that a page of 2009 sent: only the web view escapes, and `&`, `=`, `?`, `#` and `%` stay.
public struct CallEncoder: ~Copyable {
  /// Whose rules hold.
  public let mode: CallMode
  let base: CallBase
  let limits: BridgeLimits
  @usableFromInline var url: UnsafeTextBuffer

  /// Sets the memory for URLs within `limits` aside.
  ///
  /// - Parameters:
  ///   - base: the folder of the calling page, such as `https://app.local/`; empty for the bare `call?…`.
  ///   - mode: whose rules hold.
  ///   - limits: how large a message may be.
  public init(base: String, mode: CallMode = .strict, limits: BridgeLimits = BridgeLimits()) {
    self.mode = mode
    self.base = CallBase(base)
    self.limits = limits
    url = UnsafeTextBuffer(capacity: limits.urlBytes)
  }

  /// Writes the URL of a call; read it with ``withURL(_:)``.
  ///
  /// - Parameters:
  ///   - command: the name.
  ///   - message: the text, mostly JSON; nil for none.
  /// - Throws: ``CallError/tooLong(limit:)``.
  /// - Complexity: O(bytes), without allocation.
  public mutating func encode(command: String, message: String?) throws(CallError) {
    try command.withRawUTF8 { (name) throws(CallError) in
      guard let message else { return try encode(name) }
      try message.withRawUTF8 { (text) throws(CallError) in
        try encode(utf8: name, message: text)
      }
    }
  }

  /// Writes the URL of a call given as UTF-8, with a message.
  ///
  /// - Precondition: both are well-formed UTF-8.
  /// - Throws: ``CallError/tooLong(limit:)``.
  public mutating func encode(utf8 command: RawSpan, message: RawSpan) throws(CallError) {
    guard message.byteCount <= limits.messageBytes else {
      throw .tooLong(limit: limits.messageBytes)
    }
    try begin(command)
    url.append("&msg=" as StaticString)
    let start = url.count
    append(message)
    // That word, not escaped, is what JavaScript makes of a message that was not given.
    if mode == .strict, message.byteCount == 9, isUndefined(from: start) {
      url.count = start
      url.append("%75ndefined" as StaticString)
    }
    try end()
  }

  private mutating func encode(_ command: RawSpan) throws(CallError) {
    try begin(command)
    if mode == .legacy { url.append("&msg=undefined" as StaticString) }
    try end()
  }

  private mutating func begin(_ command: RawSpan) throws(CallError) {
    guard command.byteCount <= BridgeLimits.commandBytes else {
      throw .tooLong(limit: BridgeLimits.commandBytes)
    }
    url.reset()
    url.append(base.bytes)
    url.append("?cmd=" as StaticString)
    append(command)
  }

  private mutating func end() throws(CallError) {
    if url.isOverfull { throw .tooLong(limit: url.capacity) }
  }

  private mutating func append(_ text: RawSpan) {
    switch mode {
    case .strict: url.append(percentEncoded: text, keeping: PercentEscapes.isComponent)
    case .legacy: url.append(percentEncoded: text, keeping: Self.isKeptByWebView)
    }
  }

  private func isUndefined(from start: Int) -> Bool {
    guard url.count == start + 9 else { return false }
    var index = start
    for byte in "undefined".utf8 {
      if url[index] != byte { return false }
      index += 1
    }
    return true
  }

  /// Whether a web view keeps a byte of an address: not spaces, quotes, brackets, controls or
  /// anything beyond ASCII.
  private static func isKeptByWebView(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "="), UInt8(ascii: "?"), UInt8(ascii: "#"),
      UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: ":"),
      UInt8(ascii: ";"), UInt8(ascii: ","), UInt8(ascii: "@"), UInt8(ascii: "$"):
      true
    default: PercentEscapes.isComponent(byte)
    }
  }

  /// Lets `body` read the URL as UTF-8; it is ASCII but for the base.
  @inlinable public func withURL<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try url.withText(body)
  }

  /// The URL, which is allocated.
  public var text: String { withURL { String(copying: $0) } }
}
