import CHtp

/// How the parsers of one extraction are set up, and what they call.
///
/// SAFETY: the configuration is made in `init` and destroyed once, in `deinit`; every parser holds on to this
/// object, so that it outlives them. What libhtp calls are functions without a context: they find the parser
/// through the user data of its connection, which is set before the first byte and is the parser itself, alive
/// for the time of every call since it makes the call. Texts and bodies are read, and copied, within the call
/// that they are lent for.
@safe final class UnsafeHTTPConfiguration {
  let handle: OpaquePointer

  /// - Parameter headerBytes: how long a line may be.
  init(headerBytes: Int) {
    guard let handle = unsafe htp_config_create() else { preconditionFailure("out of memory") }
    unsafe self.handle = handle
    unsafe htp_config_set_tx_auto_destroy(handle, 1)
    unsafe htp_config_set_log_level(handle, HTP_LOG_NONE)
    unsafe htp_config_set_field_limits(handle, headerBytes, headerBytes)
    unsafe htp_config_set_response_decompression(handle, 0)
    unsafe htp_config_set_request_decompression(handle, 0)
    unsafe htp_config_set_parse_request_cookies(handle, 0)
    unsafe htp_config_set_parse_request_auth(handle, 0)
    unsafe registerRequests(handle)
    unsafe registerReplies(handle)
    unsafe htp_config_register_transaction_complete(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.over(kymo_htp_number(transaction))
      return HTP_OK
    }
  }

  deinit { unsafe htp_config_destroy(handle) }

  private func registerRequests(_ handle: OpaquePointer) {
    unsafe htp_config_register_request_start(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      if let log = unsafe UnsafeHTTPParser.log(transaction) {
        unsafe kymo_htp_set_number(transaction, log.requestStarted())
      }
      return HTP_OK
    }
    unsafe htp_config_register_request_line(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.requestLine(
        kymo_htp_number(transaction),
        method: UnsafeHTTPParser.text(transaction.pointee.request_method),
        target: UnsafeHTTPParser.text(transaction.pointee.request_uri),
        version: UnsafeHTTPParser.text(transaction.pointee.request_protocol)
      )
      return HTP_OK
    }
    unsafe htp_config_register_request_headers(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.requestFields(
        kymo_htp_number(transaction),
        UnsafeHTTPParser.fields(transaction.pointee.request_headers)
      )
      return HTP_OK
    }
    unsafe htp_config_register_request_body_data(handle) { data in
      guard let data = unsafe data, let transaction = unsafe data.pointee.tx,
        let log = unsafe UnsafeHTTPParser.log(transaction)
      else { return HTP_OK }
      let (number, count) = unsafe (kymo_htp_number(transaction), data.pointee.len)
      if let start = unsafe data.pointee.data {
        log.requestBody(number, unsafe RawSpan(_unsafeStart: start, byteCount: count))
      } else if count > 0 {
        log.requestHole(number, count)
      }
      return HTP_OK
    }
    unsafe htp_config_register_request_complete(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      let length = unsafe transaction.pointee.request_content_length
      unsafe UnsafeHTTPParser.log(transaction)?.requestOver(
        kymo_htp_number(transaction),
        contentLength: length < 0 ? nil : length,
        isChunked: transaction.pointee.request_transfer_coding == HTP_CODING_CHUNKED
      )
      return HTP_OK
    }
  }

  private func registerReplies(_ handle: OpaquePointer) {
    unsafe htp_config_register_response_start(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.replyStarted(kymo_htp_number(transaction))
      return HTP_OK
    }
    unsafe htp_config_register_response_line(handle) { transaction in
      guard let transaction = unsafe transaction, let log = unsafe UnsafeHTTPParser.log(transaction)
      else { return HTP_OK }
      let number = unsafe kymo_htp_number(transaction)
      let status = unsafe Int(transaction.pointee.response_status_number)
      log.replyLine(
        number,
        status: max(0, status),
        reason: unsafe UnsafeHTTPParser.text(transaction.pointee.response_message),
        version: unsafe UnsafeHTTPParser.text(transaction.pointee.response_protocol)
      )
      if 100...199 ~= status, status != 101 {
        // libhtp knows one interim reply, of status 100, and takes any other for the reply itself.
        log.interim(number)
        unsafe transaction.pointee.response_status_number = 100
        unsafe transaction.pointee.seen_100continue = 0
      }
      return HTP_OK
    }
    unsafe htp_config_register_response_headers(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.replyFields(
        kymo_htp_number(transaction),
        UnsafeHTTPParser.fields(transaction.pointee.response_headers)
      )
      return HTP_OK
    }
    unsafe htp_config_register_response_body_data(handle) { data in
      guard let data = unsafe data, let transaction = unsafe data.pointee.tx,
        let log = unsafe UnsafeHTTPParser.log(transaction)
      else { return HTP_OK }
      let (number, count) = unsafe (kymo_htp_number(transaction), data.pointee.len)
      if let start = unsafe data.pointee.data {
        log.replyBody(number, unsafe RawSpan(_unsafeStart: start, byteCount: count))
      } else if count > 0 {
        log.replyHole(number, count)
      }
      return HTP_OK
    }
    unsafe htp_config_register_response_complete(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      let length = unsafe transaction.pointee.response_content_length
      let coding = unsafe transaction.pointee.response_transfer_coding
      unsafe UnsafeHTTPParser.log(transaction)?.replyOver(
        kymo_htp_number(transaction),
        contentLength: length < 0 ? nil : length,
        isChunked: coding == HTP_CODING_CHUNKED,
        hasBody: coding != HTP_CODING_NO_BODY
      )
      return HTP_OK
    }
  }
}
