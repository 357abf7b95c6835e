import KymoHTTP
import KymoMCAP

/// How long what a client sends may be.
struct RequestLimits {
  /// The head, in bytes; a trailer, and the extensions of all chunks of a body, have as many again.
  var headBytes: Int
  /// The body, in bytes.
  var bodyBytes: Int
  /// The path of which a body may be longer, and how long, in bytes; nil for none.
  var long: (path: [UInt8], bodyBytes: Int)?

  init(headBytes: Int, bodyBytes: Int) {
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
  }
}

/// Tells requests apart in the bytes of a connection, as RFC 9112 has them and no other way.
///
/// A request that two readers could read differently is refused, and nothing behind it is read: see
/// ``RequestFault``. The bytes may be torn anywhere. It keeps the lines of a head, and no byte of a
/// body.
struct RequestReader {
  /// A part of a request.
  enum Part: Equatable {
    /// All bytes are read, and more are needed.
    case more
    /// The head is there, as ``head``, until the request ends.
    case head
    /// Bytes of the body, by their places among those that were given.
    case body(Range<Int>)
    /// The request is whole.
    case end
    /// There is no request, and there will be none.
    case fault(RequestFault)
  }

  private enum State {
    /// Before a request, behind so many empty lines.
    case start(Int)
    case requestLine
    case header
    /// That many bytes of the body are to come.
    case body(Int)
    case chunkSize
    /// That many bytes of the chunk are to come.
    case chunk(Int)
    case chunkEnd
    case trailer
    case whole
    case failed(RequestFault)
  }

  private enum Line {
    case whole
    case torn
    case tooLong
    case fault(RequestFault)
  }

  private(set) var head = RequestHead()
  private let limits: RequestLimits
  private var state = State.start(0)
  /// The line of the header that is being received begins here.
  private var lineStart = 0
  /// The line of a chunk or of the trailer that is being received.
  private var line: [UInt8] = []
  /// Bytes of the body so far, and of the lines of its chunks and its trailer beside the sizes.
  private var (received, extra) = (0, 0)

  /// How long the body of the current request may be, in bytes.
  private(set) var bodyBytes: Int

  init(_ limits: RequestLimits) {
    self.limits = limits
    bodyBytes = limits.bodyBytes
  }

  /// Whether no byte of a request is there.
  var isBetweenRequests: Bool {
    if case .start = state, head.bytes.isEmpty { return true }
    return false
  }

  /// Reads on.
  ///
  /// - Parameters:
  ///   - bytes: what was received.
  ///   - place: where to begin; afterwards, where to go on.
  /// - Returns: what was found; call it again until that is ``Part/more``.
  mutating func next(_ bytes: RawSpan, _ place: inout Int) -> Part {
    while true {
      switch state {
      case .start(let count): if let part = readStart(bytes, &place, count) { return part }
      case .requestLine: if let part = readRequestLine(bytes, &place) { return part }
      case .header: if let part = readHeader(bytes, &place) { return part }
      case .body(let left):
        guard place < bytes.byteCount else { return .more }
        let end = min(bytes.byteCount, place + left)
        defer { place = end }
        state = end - place == left ? .whole : .body(left - (end - place))
        return .body(place..<end)
      case .chunkSize: if let part = readChunkSize(bytes, &place) { return part }
      case .chunk(let left):
        guard place < bytes.byteCount else { return .more }
        let end = min(bytes.byteCount, place + left)
        defer { place = end }
        state = end - place == left ? .chunkEnd : .chunk(left - (end - place))
        return .body(place..<end)
      case .chunkEnd: if let part = readChunkEnd(bytes, &place) { return part }
      case .trailer: if let part = readTrailer(bytes, &place) { return part }
      case .whole:
        head.clear()
        state = .start(0)
        return .end
      case .failed(let fault):
        place = bytes.byteCount
        return .fault(fault)
      }
    }
  }

  private mutating func fail(_ fault: RequestFault) -> Part {
    state = .failed(fault)
    return .fault(fault)
  }

  // MARK: Lines

  /// Reads up to the end of a line, which goes behind what `text` has from `start` on, with its CR and LF.
  private static func takeLine(
    _ bytes: RawSpan,
    _ place: inout Int,
    into text: inout [UInt8],
    from start: Int,
    limit: Int
  ) -> Line {
    if text.count == start || text.last != HTTPGrammar.carriageReturn {
      var end = place
      let count = bytes.byteCount
      while end < count, HTTPGrammar.isText(bytes.byte(end)) { end += 1 }
      guard text.count + (end - place) + 2 <= limit else { return .tooLong }
      text.append(copying: bytes.extracting(place..<end))
      place = end
      guard end < count else { return .torn }
      switch bytes.byte(end) {
      case HTTPGrammar.carriageReturn: break
      case HTTPGrammar.lineFeed: return .fault(.bareLineFeed)
      default: return .fault(.controlCharacter)
      }
      text.append(HTTPGrammar.carriageReturn)
      place += 1
    }
    guard place < bytes.byteCount else { return .torn }
    guard bytes.byte(place) == HTTPGrammar.lineFeed else { return .fault(.bareCarriageReturn) }
    text.append(HTTPGrammar.lineFeed)
    place += 1
    return .whole
  }

  /// Returns the meaning of a line that is not whole; nil if it is.
  private mutating func part(of line: Line, tooLong: RequestFault) -> Part? {
    switch line {
    case .whole: nil
    case .torn: .more
    case .tooLong: fail(tooLong)
    case .fault(let fault): fail(fault)
    }
  }

  // MARK: The head

  /// An empty line before a request is read over, as RFC 9112 2.2 has it; a second one is not.
  private mutating func readStart(_ bytes: RawSpan, _ place: inout Int, _ count: Int) -> Part? {
    guard place < bytes.byteCount else { return .more }
    let byte = bytes.byte(place)
    if count == 0, byte == HTTPGrammar.carriageReturn {
      state = .start(1)
      place += 1
      return nil
    }
    if count == 1 {
      guard byte == HTTPGrammar.lineFeed else { return fail(.bareCarriageReturn) }
      state = .start(2)
      place += 1
      return nil
    }
    state = .requestLine
    return nil
  }

  private mutating func readRequestLine(_ bytes: RawSpan, _ place: inout Int) -> Part? {
    let line = Self.takeLine(bytes, &place, into: &head.bytes, from: 0, limit: limits.headBytes)
    if let part = part(of: line, tooLong: .targetTooLong) { return part }
    if let fault = RequestLine.read(&head) { return fail(fault) }
    head.headerStart = head.bytes.count
    lineStart = head.bytes.count
    state = .header
    return nil
  }

  private mutating func readHeader(_ bytes: RawSpan, _ place: inout Int) -> Part? {
    let line = Self.takeLine(
      bytes,
      &place,
      into: &head.bytes,
      from: lineStart,
      limit: limits.headBytes
    )
    if let part = part(of: line, tooLong: .headTooLong) { return part }
    let text = lineStart..<head.bytes.count - 2
    guard text.isEmpty else {
      guard let field = Self.field(head.bytes, text) else {
        return fail(HTTPGrammar.isBlank(head.bytes[lineStart]) ? .foldedField : .fieldName)
      }
      head.fields.append(field)
      lineStart = head.bytes.count
      return nil
    }
    // The empty line is the end, and no line of the header.
    head.bytes.removeLast(2)
    bodyBytes = limits.bodyBytes
    if let long = limits.long,
      head.target.prefix(while: { $0 != UInt8(ascii: "?") }) == long.path[...]
    {
      bodyBytes = long.bodyBytes
    }
    if let fault = RequestFraming.read(&head, bodyBytes: bodyBytes) { return fail(fault) }
    (received, extra) = (0, 0)
    switch head.framing {
    case .none: state = .whole
    case .length(let count): state = .body(count)
    case .chunked: state = .chunkSize
    }
    return .head
  }

  /// A line of a header, or of a trailer; nil if it is none.
  private static func field(_ bytes: [UInt8], _ line: Range<Int>) -> RequestHead.Field? {
    guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let name = bytes[line.lowerBound..<colon]
    guard HTTPGrammar.isToken(name) else { return nil }
    return RequestHead.Field(
      known: FieldName(name),
      name: line.lowerBound..<colon,
      value: HTTPGrammar.trimmed(bytes[colon + 1..<line.upperBound]).indices
    )
  }

  // MARK: Chunks

  private mutating func readChunkSize(_ bytes: RawSpan, _ place: inout Int) -> Part? {
    let end = Self.takeLine(bytes, &place, into: &line, from: 0, limit: ChunkLine.maximumBytes)
    if let part = part(of: end, tooLong: .chunkExtension) { return part }
    line.removeLast(2)
    defer { line.removeAll(keepingCapacity: true) }
    guard let chunk = ChunkLine(line[...]) else { return fail(.chunkSize) }
    extra += chunk.extensionBytes
    guard chunk.isSound, extra <= limits.headBytes else { return fail(.chunkExtension) }
    guard chunk.size <= bodyBytes - received else { return fail(.bodyTooLong) }
    received += chunk.size
    state = chunk.size == 0 ? .trailer : .chunk(chunk.size)
    if chunk.size == 0 { extra = 0 }
    return nil
  }

  private mutating func readChunkEnd(_ bytes: RawSpan, _ place: inout Int) -> Part? {
    guard place < bytes.byteCount else { return .more }
    let expected = line.isEmpty ? HTTPGrammar.carriageReturn : HTTPGrammar.lineFeed
    guard bytes.byte(place) == expected else { return fail(.chunkEnd) }
    place += 1
    if line.isEmpty {
      line.append(HTTPGrammar.carriageReturn)
    } else {
      line.removeAll(keepingCapacity: true)
      state = .chunkSize
    }
    return nil
  }

  private mutating func readTrailer(_ bytes: RawSpan, _ place: inout Int) -> Part? {
    let end = Self.takeLine(bytes, &place, into: &line, from: 0, limit: limits.headBytes - extra)
    if let part = part(of: end, tooLong: .headTooLong) { return part }
    extra += line.count
    line.removeLast(2)
    defer { line.removeAll(keepingCapacity: true) }
    if line.isEmpty {
      state = .whole
      return nil
    }
    guard let field = Self.field(line, line.indices) else { return fail(.trailer) }
    switch field.known {
    case .host, .contentLength, .transferEncoding, .connection, .expect, .authorization:
      return fail(.trailer)
    default: return nil
    }
  }
}
