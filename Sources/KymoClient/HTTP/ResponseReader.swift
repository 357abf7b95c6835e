public import KymoHTTP

/// Reads the replies of one connection as they come, in pieces of any size.
///
/// It is strict: what two readers could understand in two ways is an error. Lines may end with a line feed
/// alone. After the first replies it allocates nothing, unless it keeps the messages.
///
///     var reader = ResponseReader()
///     reader.begin()
///     if let count = try reader.read(bytes) { print(reader.status) }
public struct ResponseReader: Sendable {
  enum State: Equatable {
    case statusLine
    case field
    case body(Int64)
    case chunkSize
    case chunk(Int64)
    case chunkEnd
    case trailer
    case untilClose
    case complete
  }

  /// How much is taken.
  public let limits: ResponseLimits
  /// Whether fields and bodies are kept, or only counted.
  public let keepsMessages: Bool
  /// The status of the reply, such as 200; that of the last interim reply while there are only those.
  public private(set) var status = 0
  /// The version, 0 or 1 behind the dot.
  public private(set) var minorVersion = 1
  /// The words behind the status, if messages are kept.
  public private(set) var reason = ""
  /// The fields, if messages are kept; those of one name are one, with commas between their values.
  public private(set) var fields: [HTTPField] = []
  /// The body, if messages are kept, without what chunks add.
  public private(set) var body: [UInt8] = []
  /// How many bytes the body has so far.
  public private(set) var bodyBytes: Int64 = 0
  /// How many interim replies came before it.
  public private(set) var interim = 0
  /// Whether anything of the reply has come.
  public private(set) var hasBegun = false
  /// Whether the server keeps the connection open behind the reply.
  public private(set) var keepsConnection = true
  /// Up to which of the bytes that were given last everything was understood.
  private(set) var understood = 0

  var state = State.complete
  private var isHead = false
  private var line: [UInt8] = []
  private var headBytes = 0
  var contentLength: Int64?
  var isChunked = false

  /// A reader at the beginning of a connection.
  ///
  /// - Parameters:
  ///   - limits: how much is taken.
  ///   - keepsMessages: whether fields and bodies are kept.
  public init(limits: ResponseLimits = ResponseLimits(), keepsMessages: Bool = false) {
    self.limits = limits
    self.keepsMessages = keepsMessages
    line.reserveCapacity(1024)
  }

  /// Whether the reply is there to its end.
  public var isComplete: Bool { state == .complete }

  /// Where in the reply it is.
  var place: ReplyPlace {
    switch state {
    case .statusLine: line.isEmpty ? interim > 0 ? .interim : .nowhere : .head
    case .field: .head
    case .body, .untilClose: .body
    case .chunkSize: .chunkSize
    case .chunk, .chunkEnd: .chunk
    case .trailer: .trailer
    case .complete: .complete
    }
  }

  /// How much of the body is there, in words; empty before it.
  var progress: String {
    switch state {
    case .body(let left): "\(bodyBytes) of \(bodyBytes + left) bytes of the body"
    case .chunk(let left): "\(bodyBytes) bytes of the body, \(left) missing in the chunk"
    case .chunkSize, .chunkEnd, .trailer, .untilClose: "\(bodyBytes) bytes of the body"
    case .statusLine, .field, .complete: ""
    }
  }

  /// Expects a reply.
  ///
  /// - Parameter isHead: whether it was asked for with HEAD, and so has no body.
  public mutating func begin(isHead: Bool = false) {
    self.isHead = isHead
    hasBegun = false
    interim = 0
    headBytes = 0
    bodyBytes = 0
    line.removeAll(keepingCapacity: true)
    if keepsMessages { body = [] }
    beginHead()
  }

  private mutating func beginHead() {
    state = .statusLine
    status = 0
    contentLength = nil
    isChunked = false
    keepsConnection = true
    if keepsMessages {
      reason = ""
      fields = []
    }
  }

  /// Reads what came.
  ///
  /// - Parameter bytes: what came next on the connection.
  /// - Returns: how many of the bytes belong to the reply, if this was the last of it; nil if there is more
  ///   to come.
  /// - Throws: why it is no reply; the connection is then of no use.
  /// - Complexity: O(bytes).
  public mutating func read(_ bytes: RawSpan) throws(ResponseError) -> Int? {
    if bytes.byteCount > 0 { hasBegun = true }
    var place = 0
    while state != .complete, place < bytes.byteCount {
      understood = place
      switch state {
      case .body(let left):
        let count = Int(min(left, Int64(bytes.byteCount - place)))
        try take(bytes.extracting(place..<place + count))
        place += count
        state = left == Int64(count) ? .complete : .body(left - Int64(count))
      case .chunk(let left):
        let count = Int(min(left, Int64(bytes.byteCount - place)))
        try take(bytes.extracting(place..<place + count))
        place += count
        state = left == Int64(count) ? .chunkEnd : .chunk(left - Int64(count))
      case .untilClose:
        try take(bytes.extracting(place..<bytes.byteCount))
        place = bytes.byteCount
      case .statusLine, .field, .chunkSize, .chunkEnd, .trailer:
        place = try readLine(bytes, from: place)
      case .complete: break
      }
    }
    return state == .complete ? place : nil
  }

  /// The connection ended.
  ///
  /// - Throws: that the reply is not there to its end, unless nothing but the end tells where that is.
  public mutating func end() throws(ResponseError) {
    switch state {
    case .complete: return
    case .untilClose:
      state = .complete
      keepsConnection = false
    default: throw .cut
    }
  }

  private mutating func take(_ bytes: RawSpan) throws(ResponseError) {
    bodyBytes += Int64(bytes.byteCount)
    guard bodyBytes <= limits.bodyBytes else { throw .bodyTooLong(limit: limits.bodyBytes) }
    if keepsMessages { body.append(copyOf: bytes) }
  }

  /// Reads a line, or the part of it that is there; returns the place behind it.
  private mutating func readLine(_ bytes: RawSpan, from start: Int) throws(ResponseError) -> Int {
    let end = bytes.lineEnd(from: start)
    let stop = end.map { $0 + 1 } ?? bytes.byteCount
    headBytes += stop - start
    guard headBytes <= limits.headBytes else { throw .headTooLong(limit: limits.headBytes) }
    guard end != nil else {
      let came = bytes.extracting(start..<stop)
      // What is no status line may never end.
      if state == .statusLine, let fault = StatusLine.fault(line, came) { throw fault }
      line.append(copyOf: came)
      return stop
    }
    if line.isEmpty {
      try finish(bytes.extracting(start..<stop))
    } else {
      line.append(copyOf: bytes.extracting(start..<stop))
      // Taken out while it is read, and put back for its memory.
      var text: [UInt8] = []
      swap(&text, &line)
      try text.lend { (bytes) throws(ResponseError) in try finish(bytes) }
      text.removeAll(keepingCapacity: true)
      swap(&text, &line)
    }
    return stop
  }

  /// Reads a whole line, with its end.
  private mutating func finish(_ ended: RawSpan) throws(ResponseError) {
    var count = ended.byteCount - 1
    if count > 0, ended.byte(count - 1) == 13 { count -= 1 }
    let text = ended.extracting(0..<count)
    switch state {
    case .statusLine: try statusLine(text)
    case .field where count == 0: try headOver()
    case .field: try field(text)
    case .chunkSize: try chunkSize(text)
    case .chunkEnd:
      guard count == 0 else { throw .chunkEnd }
      state = .chunkSize
    case .trailer where count == 0: state = .complete
    // Trailers are fields that no one asked for.
    case .trailer: _ = try ResponseField(text)
    default: break
    }
  }

  private mutating func statusLine(_ text: RawSpan) throws(ResponseError) {
    let line = try StatusLine(text)
    minorVersion = line.minorVersion
    status = line.status
    keepsConnection = minorVersion == 1
    if keepsMessages { reason = text.extracting(min(13, text.byteCount)..<text.byteCount).text }
    state = .field
  }

  private mutating func field(_ text: RawSpan) throws(ResponseError) {
    let field = try ResponseField(text)
    switch field.kind(of: text) {
    case .contentLength:
      let length = try field.length(in: text)
      guard contentLength.map({ $0 == length }) ?? true else { throw .severalLengths }
      contentLength = length
    case .transferEncoding:
      guard field.isOnly("chunked", in: text), !isChunked else { throw .transferCoding }
      isChunked = true
    case .connection:
      if field.contains("close", in: text) {
        keepsConnection = false
      } else if minorVersion == 0, field.contains("keep-alive", in: text) {
        keepsConnection = true
      }
    case .other: break
    }
    if keepsMessages { keep(field, text) }
  }

  private mutating func keep(_ field: ResponseField, _ text: RawSpan) {
    let name = text.extracting(field.name).text
    let value = text.extracting(field.value).text
    if let place = fields.firstIndex(where: { $0.isNamed(name) }) {
      fields[place].value += ", " + value
    } else {
      fields.append(HTTPField(name, value))
    }
  }

  /// Decides what follows the head.
  private mutating func headOver() throws(ResponseError) {
    guard status != 101 else { throw .upgraded }
    if status < 200 {
      interim += 1
      guard interim <= limits.interimReplies else {
        throw .tooManyInterim(limit: limits.interimReplies)
      }
      return beginHead()
    }
    if contentLength != nil, isChunked { throw .twoLengths }
    if isHead || status == 204 || status == 304 {
      state = .complete
    } else if isChunked {
      state = .chunkSize
    } else if let contentLength {
      guard contentLength <= limits.bodyBytes else { throw .bodyTooLong(limit: limits.bodyBytes) }
      state = contentLength == 0 ? .complete : .body(contentLength)
    } else {
      keepsConnection = false
      state = .untilClose
    }
  }

  private mutating func chunkSize(_ text: RawSpan) throws(ResponseError) {
    var size: Int64 = 0
    var digits = 0
    for place in 0..<text.byteCount {
      let byte = text.byte(place)
      // What is behind a semicolon, or blanks before it, extends the chunk.
      if byte == UInt8(ascii: ";") || byte == 32 || byte == 9 { break }
      guard let digit = HexDigit.value(of: byte), digits < 15 else { throw .chunkSize }
      size = size << 4 | Int64(digit)
      digits += 1
    }
    guard digits > 0 else { throw .chunkSize }
    state = size == 0 ? .trailer : .chunk(size)
  }
}
