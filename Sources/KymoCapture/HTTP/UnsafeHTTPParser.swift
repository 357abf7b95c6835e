import CHtp

/// Parses the requests and the replies of one connection with libhtp.
///
/// SAFETY: the handle is made in `init` and destroyed once with all that hangs on it, in `deinit`; nobody else
/// has it. Its user data is this object, without a count: libhtp reads it only in calls made by methods of this
/// object. Bytes are lent for one call, with their count; libhtp copies what it keeps. A call without bytes
/// and with a count is libhtp's way to be told of a hole.
@safe final class UnsafeHTTPParser {
  /// What became of bytes.
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
  /// What was found.
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
  /// - Precondition: there are bytes.
  func request(_ bytes: RawSpan, at time: Int64) -> Feed {
    log.time = time
    let result = unsafe bytes.withUnsafeBytes { region in
      unsafe htp_connp_req_data(handle, nil, region.baseAddress, region.count)
    }
    return feed(result) { unsafe htp_connp_req_data_consumed(handle) }
  }

  /// Parses what a server sent.
  ///
  /// - Precondition: there are bytes.
  func reply(_ bytes: RawSpan, at time: Int64) -> Feed {
    log.time = time
    let result = unsafe bytes.withUnsafeBytes { region in
      unsafe htp_connp_res_data(handle, nil, region.baseAddress, region.count)
    }
    return feed(result) { unsafe htp_connp_res_data_consumed(handle) }
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

  /// The log of the parser to which a transaction belongs.
  static func log(_ transaction: UnsafeMutablePointer<htp_tx_t>) -> HTTPTransactionLog? {
    guard let handle = unsafe transaction.pointee.connp,
      let data = unsafe htp_connp_get_user_data(handle)
    else { return nil }
    return unsafe Unmanaged<UnsafeHTTPParser>.fromOpaque(data).takeUnretainedValue().log
  }

  /// A text of libhtp; what is not UTF-8 is replaced.
  static func text(_ text: UnsafePointer<bstr>?) -> String {
    guard let text = unsafe text, let start = unsafe kymo_htp_start(text) else { return "" }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: kymo_htp_length(text))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The fields of a header, in their order.
  static func fields(_ table: OpaquePointer?) -> [HTTPField] {
    var fields: [HTTPField] = []
    while let field = unsafe kymo_htp_header(table, fields.count) {
      fields.append(
        HTTPField(unsafe text(field.pointee.name), unsafe text(field.pointee.value))
      )
    }
    return fields
  }
}
