import KymoBridge
import KymoCore
import KymoHistogram
import KymoMCAP

/// Writes the JSON messages of the bridge's channels, into memory that is used again and again.
struct BridgeJSONWriter: ~Copyable {
  private var json: JSONWriter

  /// Room for the longest URL, half of it quotes.
  init() { json = JSONWriter(maximumBytes: 2 * BridgeLimits().urlBytes + 1024, maximumDepth: 2) }

  /// Writes a request and lets `body` have it.
  mutating func request(
    _ sequence: UInt32,
    of source: SourceID,
    _ text: RawSpan,
    _ transport: BridgeTransport,
    _ body: (RawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    json.reset()
    json.beginObject()
    json.name("sequence")
    json.write(Int64(sequence))
    writeSource(source)
    json.name("text")
    json.write(utf8: text)
    json.name("transport")
    json.write(transport.name)
    json.endObject()
    try finish(body)
  }

  /// Writes a message that could not be read as a request, byte for byte, and lets `body` have it.
  ///
  /// As Base64 beside an empty text, because such a message may be anything: not UTF-8, cut off, or what
  /// would read as a request if it stood here as it is.
  mutating func refused(
    _ sequence: UInt32,
    of source: SourceID,
    _ message: RawSpan,
    _ error: HandlerError,
    _ body: (RawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    json.reset()
    json.beginObject()
    json.name("sequence")
    json.write(Int64(sequence))
    writeSource(source)
    json.name("text")
    json.write("")
    json.name("transport")
    json.write(BridgeTransport.url.name)
    json.name("unreadable")
    var bytes: [UInt8] = []
    bytes.append(copying: message)
    json.write(Base64.encode(bytes))
    json.name("error")
    json.write(Int64(error.code))
    json.endObject()
    try finish(body)
  }

  /// Writes a reply and lets `body` have it.
  mutating func reply(
    to cause: ReplyCause,
    _ text: RawSpan,
    _ body: (RawSpan) throws(MCAPError) -> Void
  ) throws(MCAPError) {
    json.reset()
    json.beginObject()
    json.name("sequence")
    switch cause {
    case .request(let source, let sequence):
      json.write(Int64(sequence))
      writeSource(source)
    case .unsolicited: json.writeNull()
    }
    json.name("text")
    json.write(utf8: text)
    json.endObject()
    try finish(body)
  }

  /// Writes the sender of the request, unless that is the bridge.
  private mutating func writeSource(_ source: SourceID) {
    guard source != .bridge else { return }
    json.name("source")
    json.write(Int64(source.rawValue))
  }

  private mutating func finish(_ body: (RawSpan) throws(MCAPError) -> Void) throws(MCAPError) {
    do { try json.finish() } catch {
      throw MCAPError(
        .unsupported,
        at: 0,
        "a text of the bridge is too long to be recorded: \(error)"
      )
    }
    try json.withText(body)
  }
}
