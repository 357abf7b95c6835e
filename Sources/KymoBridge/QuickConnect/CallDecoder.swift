/// Decodes call URLs into memory that is allocated once and used again and again.
///
/// A URL is a call if it is exactly `call` in the folder of a page that may call, with a query
/// `cmd=NAME&msg=TEXT`; every other is an address to load. In ``CallMode/legacy`` every URL with a `?` is a
/// call, as it was in 2009.
///
///     var decoder = CallDecoder(bases: ["https://app.local/"])
///     try decoder.decode("https://app.local/call?cmd=play&msg=%5B%22a%22%5D")
///     decoder.command  // "play"
///     decoder.message.count  // 1
public struct CallDecoder: ~Copyable {
  /// Whose rules hold.
  public let mode: CallMode
  let bases: CallBases
  @usableFromInline var name: UnsafeTextBuffer
  /// The parameters of the last call.
  public private(set) var message: CallMessage

  /// Sets the memory for calls within `limits` aside.
  ///
  /// - Parameters:
  ///   - bases: the folders of the pages that may call, such as `https://app.local/` or
  ///     `file:///app/`; an empty one allows the bare `call?…`. Not looked at in legacy mode.
  ///   - mode: whose rules hold.
  ///   - limits: how large a message may be.
  public init(bases: [String], mode: CallMode = .strict, limits: BridgeLimits = BridgeLimits()) {
    self.mode = mode
    self.bases = CallBases(bases)
    name = UnsafeTextBuffer(capacity: BridgeLimits.commandBytes)
    message = CallMessage(limits: limits)
  }

  /// Decodes a URL.
  ///
  /// - Returns: whether it is a call; if not, there is no command and no message.
  /// - Throws: why the call cannot be decoded; there is then no command and no message.
  /// - Complexity: O(bytes), without allocation.
  @discardableResult
  public mutating func decode(_ url: String) throws(CallError) -> CallKind {
    try url.withRawUTF8 { (bytes) throws(CallError) in try decode(utf8: bytes) }
  }

  /// Decodes a URL given as UTF-8.
  ///
  /// - Returns: as ``decode(_:)``.
  /// - Throws: as ``decode(_:)``.
  @discardableResult
  public mutating func decode(utf8 url: RawSpan) throws(CallError) -> CallKind {
    name.reset()
    message.clear()
    do throws(CallError) {
      return try url.withBytes { (bytes) throws(CallError) in try decode(bytes) }
    } catch {
      name.reset()
      message.clear()
      throw error
    }
  }

  /// Decodes the command's name of a URL and nothing of its message.
  ///
  /// - Returns: as ``decode(_:)``.
  /// - Throws: what is wrong with the URL before its message.
  public mutating func decodeName(utf8 url: RawSpan) throws(CallError) -> CallKind {
    name.reset()
    message.clear()
    return try url.withBytes { (bytes) throws(CallError) in try parts(of: bytes) } == nil
      ? .navigation : .call
  }

  /// Splits a URL and decodes the name; nil if it is no call.
  private mutating func parts(of url: Span<UInt8>) throws(CallError) -> CallURLParts? {
    let limit = message.document.limits.urlBytes
    guard url.count <= limit else { throw .tooLong(limit: limit) }
    let parts: CallURLParts?
    switch mode {
    case .strict: parts = try CallURLParts.strict(url, bases: bases)
    case .legacy: parts = try CallURLParts.legacy(url)
    }
    guard let parts else { return nil }
    switch mode {
    case .strict: try name.fill(decoding: parts.name, of: url)
    case .legacy: try name.fill(parts.name, of: url)
    }
    return parts
  }

  private mutating func decode(_ url: Span<UInt8>) throws(CallError) -> CallKind {
    guard let parts = try parts(of: url) else { return .navigation }
    if let range = parts.message {
      try message.document.fill(decoding: range, of: url, mode: mode)
      try message.decodeSource(mode)
    }
    return .call
  }

  /// Lets `body` read the command's name as UTF-8.
  @inlinable public func withCommand<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try name.withText(body)
  }

  /// The command's name, which is allocated.
  public var command: String { withCommand { String(copying: $0) } }

  /// The message's text, which is allocated; nil if there is none.
  public var messageText: String? {
    message.isPresent ? message.document.withSource { String(copying: $0) } : nil
  }
}
