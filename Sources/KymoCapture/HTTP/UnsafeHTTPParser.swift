import CHtp
import KymoHTTP

/// Parses the requests and the replies of one connection with libhtp.
///
/// SAFETY: the handle is made in `init` and destroyed once with all that hangs on it, in `deinit`; nobody else
/// has it. Its user data is this object, without a count: libhtp reads it only in calls made by methods of this
/// object. Bytes are lent for one call, with their count; libhtp copies what it keeps. A call without bytes
/// and with a count is libhtp's way to be told of a hole.
@safe final class UnsafeHTTPParser {
  /// The outcome of feeding bytes.
  enum Feed: Equatable {
    /// They are parsed.
    case taken
    /// So many of them are parsed, and the rest must wait for what the other end sends.
    case partly(Int)
    /// They are no HTTP, or come where they cannot be parsed.
    case failed
  }

  private let configuration: UnsafeHTTPConfiguration
  private let handle: OpaquePointer
  /// Where the bytes that are parsed begin in their stream.
  private var start: Int64 = 0
  /// The bytes that are parsed; none between the calls that do that.
  private var region = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
  /// The lengths of the chunks of the bodies that are being read, if they are in chunks.
  private(set) var requestChunks: ChunkLines?
  private(set) var replyChunks: ChunkLines?
  /// The log of what was found.
  let log: HTTPTransactionLog

  init(_ configuration: UnsafeHTTPConfiguration, _ log: HTTPTransactionLog) {
    self.configuration = configuration
    self.log = log
    guard let handle = unsafe htp_connp_create(configuration.handle) else {
      preconditionFailure("out of memory")
    }
    unsafe self.handle = handle
    unsafe htp_connp_set_user_data(handle, Unmanaged.passUnretained(self).toOpaque())
    unsafe htp_connp_open(handle, nil, 0, nil, 0, nil)
  }

  deinit { unsafe htp_connp_destroy_all(handle) }

  /// Parses what a client sent.
  ///
  /// - Parameters:
  ///   - bytes: at least one.
  ///   - time: when they came, in ns since 1970.
  ///   - place: where they begin in their stream.
  /// - Returns: what became of them.
  func request(_ bytes: RawSpan, at time: Int64, place: Int64) -> Feed {
    log.time = time
    start = place
    let result = unsafe bytes.withUnsafeBytes { region in
      unsafe self.region = region
      unsafe requestChunks?.feed(region)
      return unsafe htp_connp_req_data(handle, nil, region.baseAddress, region.count)
    }
    requestChunks?.endFeed(requestCount)
    unsafe region = UnsafeRawBufferPointer(start: nil, count: 0)
    let fed = feed(result) { unsafe htp_connp_req_data_consumed(handle) }
    if fed == .failed, let transaction = unsafe htp_connp_get_in_tx(handle),
      unsafe transaction.pointee.request_transfer_coding == HTP_CODING_CHUNKED
    {
      unsafe log.requestFailed(kymo_htp_number(transaction))
    }
    return fed
  }

  /// Parses what a server sent.
  ///
  /// - Parameters:
  ///   - bytes: at least one.
  ///   - time: when they came, in ns since 1970.
  ///   - place: where they begin in their stream.
  /// - Returns: what became of them.
  func reply(_ bytes: RawSpan, at time: Int64, place: Int64) -> Feed {
    log.time = time
    start = place
    let result = unsafe bytes.withUnsafeBytes { region in
      unsafe self.region = region
      unsafe replyChunks?.feed(region)
      return unsafe htp_connp_res_data(handle, nil, region.baseAddress, region.count)
    }
    replyChunks?.endFeed(replyCount)
    unsafe region = UnsafeRawBufferPointer(start: nil, count: 0)
    let fed = feed(result) { unsafe htp_connp_res_data_consumed(handle) }
    if fed == .failed { nameFailure() }
    return fed
  }

  /// Says what is wrong with a reply whose header is there, and whose end libhtp cannot find.
  private func nameFailure() {
    guard let transaction = unsafe htp_connp_get_out_tx(handle) else { return }
    let head = unsafe Self.head(
      transaction.pointee.response_headers,
      isOld: transaction.pointee.response_protocol_number == Self.version10,
      oddness: kymo_htp_reply_oddness(transaction)
    )
    unsafe log.replyFailed(kymo_htp_number(transaction), head)
  }

  /// Passes over a hole in what a client sent; false if nobody can say what follows it.
  func requestHole(_ length: Int, at time: Int64) -> Bool {
    log.time = time
    return feed(unsafe htp_connp_req_data(handle, nil, nil, length)) { length } == .taken
  }

  /// Passes over a hole in what a server sent; false if nobody can say what follows it.
  func replyHole(_ length: Int, at time: Int64) -> Bool {
    log.time = time
    return feed(unsafe htp_connp_res_data(handle, nil, nil, length)) { length } == .taken
  }

  /// There will be no more from the client.
  func endRequests(_ ending: HTTPTransactionLog.Ending) {
    log.ending = ending
    unsafe htp_connp_req_close(handle, nil)
    log.ending = .message
  }

  /// There will be no more from either end.
  func close(_ ending: HTTPTransactionLog.Ending) {
    log.ending = ending
    unsafe htp_connp_close(handle, nil)
    log.close()
  }

  private func feed(_ result: Int32, consumed: () -> Int) -> Feed {
    switch UInt32(bitPattern: result) {
    case HTP_STREAM_DATA.rawValue, HTP_STREAM_OPEN.rawValue, HTP_STREAM_TUNNEL.rawValue: .taken
    case HTP_STREAM_DATA_OTHER.rawValue: .partly(consumed())
    default: .failed
    }
  }

  // MARK: For what libhtp calls

  /// How many bytes of the client are parsed, of those that are being parsed.
  var requestCount: Int { unsafe htp_connp_req_data_consumed(handle) }

  /// How many bytes of the server are.
  var replyCount: Int { unsafe htp_connp_res_data_consumed(handle) }

  /// Where the byte of the client stands that is parsed next, in its stream.
  var requestPlace: Int64 { start + Int64(requestCount) }

  /// Where the byte of the server does.
  var replyPlace: Int64 { start + Int64(replyCount) }

  /// The parser to which a transaction belongs.
  static func parser(_ transaction: UnsafeMutablePointer<htp_tx_t>) -> UnsafeHTTPParser? {
    guard let handle = unsafe transaction.pointee.connp,
      let data = unsafe htp_connp_get_user_data(handle)
    else { return nil }
    return unsafe Unmanaged<UnsafeHTTPParser>.fromOpaque(data).takeUnretainedValue()
  }

  /// The log of the parser to which a transaction belongs.
  static func log(_ transaction: UnsafeMutablePointer<htp_tx_t>) -> HTTPTransactionLog? {
    unsafe parser(transaction)?.log
  }

  /// A text of libhtp; what is not UTF-8 is replaced.
  static func text(_ text: UnsafePointer<bstr>?) -> String {
    guard let text = unsafe text, let start = unsafe kymo_htp_start(text) else { return "" }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: kymo_htp_length(text))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Chunks

  /// The body of a request begins, in chunks.
  func watchRequest() {
    requestChunks = ChunkLines()
    unsafe requestChunks?.feed(region)
    requestChunks?.start(at: requestCount)
  }

  /// The body of a reply begins, in chunks.
  func watchReply() {
    replyChunks = ChunkLines()
    unsafe replyChunks?.feed(region)
    replyChunks?.start(at: replyCount)
  }

  /// Ends a request; true if one of the lines of its chunks was not a plain number.
  func finishRequestChunks() -> Bool {
    guard let chunks = requestChunks else { return false }
    requestChunks = nil
    return chunks.finish(at: requestCount)
  }

  /// Ends a reply; true if one of the lines of its chunks was not a plain number.
  func finishReplyChunks() -> Bool {
    guard let chunks = replyChunks else { return false }
    replyChunks = nil
    return chunks.finish(at: replyCount)
  }

  // MARK: Heads

  /// The number that libhtp has for HTTP/1.0.
  static let version10: Int32 = 100

  /// The flags of a field's line that stricter readers do not read.
  private static let unsound =
    HTP_FIELD_UNPARSEABLE | HTP_FIELD_INVALID | HTP_FIELD_FOLDED | HTP_FIELD_RAW_NUL

  /// The header of a message, with its fields in their order.
  ///
  /// - Parameters:
  ///   - table: the fields.
  ///   - isOld: whether it is one of HTTP/1.0.
  ///   - oddness: what is odd about its lines.
  /// - Returns: the header, and what is wrong with it.
  static func head(_ table: OpaquePointer?, isOld: Bool, oddness: Int32) -> HTTPHead {
    var head = HTTPHead(isOld: isOld)
    while let field = unsafe kymo_htp_header(table, head.fields.count) {
      let flags = unsafe field.pointee.flags
      let framing = unsafe kymo_htp_framing(field)
      let text = HTTPField(unsafe text(field.pointee.name), unsafe text(field.pointee.value))
      if flags & (unsound | HTP_FIELD_REPEATED) == 0, framing < 2 {
        head.add(text, isLength: framing == 1)
      } else {
        head.add(
          doubtful: text,
          isSound: flags & unsound == 0,
          isRepeated: flags & HTP_FIELD_REPEATED != 0
        )
      }
    }
    if oddness & 1 != 0 { head.addOddLines(mayFrame: oddness & 2 != 0) }
    return head
  }
}
