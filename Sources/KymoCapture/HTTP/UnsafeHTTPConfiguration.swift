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
      if let parser = unsafe UnsafeHTTPParser.parser(transaction) {
        let number = parser.log.requestStarted(at: parser.requestPlace)
        unsafe kymo_htp_set_number(transaction, number)
      }
      return HTP_OK
    }
    unsafe htp_config_register_request_line(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      unsafe UnsafeHTTPParser.log(transaction)?.requestLine(
        kymo_htp_number(transaction),
        method: UnsafeHTTPParser.text(transaction.pointee.request_method),
        target: UnsafeHTTPParser.text(transaction.pointee.request_uri),
        version: UnsafeHTTPParser.text(transaction.pointee.request_protocol),
        isPlain: kymo_htp_is_request_line(transaction.pointee.request_line) != 0
      )
      return HTP_OK
    }
    unsafe htp_config_register_request_header_data(handle, kymo_htp_look_at_request)
    unsafe htp_config_register_request_headers(handle) { transaction in
      guard let transaction = unsafe transaction,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let head = unsafe UnsafeHTTPParser.head(
        transaction.pointee.request_headers,
        isOld: transaction.pointee.request_protocol_number == UnsafeHTTPParser.version10,
        oddness: kymo_htp_request_oddness(transaction)
      )
      unsafe parser.log.requestFields(kymo_htp_number(transaction), head)
      if unsafe transaction.pointee.request_transfer_coding == HTP_CODING_CHUNKED {
        parser.watchRequest()
      }
      return HTP_OK
    }
    unsafe htp_config_register_request_body_data(handle) { data in
      guard let data = unsafe data, let transaction = unsafe data.pointee.tx,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let log = parser.log
      let (number, count) = unsafe (kymo_htp_number(transaction), data.pointee.len)
      if let start = unsafe data.pointee.data {
        unsafe parser.requestChunks?.body(start, count)
        log.requestBody(number, unsafe RawSpan(_unsafeStart: start, byteCount: count))
      } else if count > 0 {
        log.requestHole(number, count)
      }
      return HTP_OK
    }
    unsafe htp_config_register_request_complete(handle) { transaction in
      guard let transaction = unsafe transaction,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let length = unsafe transaction.pointee.request_content_length
      let isChunked =
        unsafe transaction.pointee.request_transfer_coding == HTP_CODING_CHUNKED
      unsafe parser.log.requestOver(
        kymo_htp_number(transaction),
        contentLength: length < 0 ? nil : length,
        isChunked: isChunked,
        isOld: transaction.pointee.is_protocol_0_9 != 0,
        hasOddChunks: parser.finishRequestChunks()
      )
      return HTP_OK
    }
  }

  private func registerReplies(_ handle: OpaquePointer) {
    unsafe htp_config_register_response_start(handle) { transaction in
      guard let transaction = unsafe transaction else { return HTP_OK }
      if let parser = unsafe UnsafeHTTPParser.parser(transaction) {
        unsafe parser.log.replyStarted(kymo_htp_number(transaction), at: parser.replyPlace)
      }
      return HTP_OK
    }
    unsafe htp_config_register_response_line(handle) { transaction in
      guard let transaction = unsafe transaction, let log = unsafe UnsafeHTTPParser.log(transaction)
      else { return HTP_OK }
      let number = unsafe kymo_htp_number(transaction)
      unsafe kymo_htp_restart_reply(transaction)
      let status = unsafe Int(transaction.pointee.response_status_number)
      log.replyLine(
        number,
        status: max(0, status),
        reason: unsafe UnsafeHTTPParser.text(transaction.pointee.response_message),
        version: unsafe UnsafeHTTPParser.text(transaction.pointee.response_protocol),
        isPlain: unsafe kymo_htp_is_status_line(transaction.pointee.response_line) != 0
      )
      if 100...199 ~= status, status != 101 {
        // libhtp knows one interim reply, of status 100, and takes any other for the reply itself.
        log.interim(number)
        unsafe transaction.pointee.response_status_number = 100
        unsafe transaction.pointee.seen_100continue = 0
      }
      return HTP_OK
    }
    unsafe htp_config_register_response_header_data(handle, kymo_htp_look_at_reply)
    unsafe htp_config_register_response_headers(handle) { transaction in
      guard let transaction = unsafe transaction,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let coding = unsafe transaction.pointee.response_transfer_coding
      var head = unsafe UnsafeHTTPParser.head(
        transaction.pointee.response_headers,
        isOld: transaction.pointee.response_protocol_number == UnsafeHTTPParser.version10,
        oddness: kymo_htp_reply_oddness(transaction)
      )
      // What has no body has its end there.
      if coding == HTP_CODING_NO_BODY { head.forgetFraming() }
      unsafe parser.log.replyFields(
        kymo_htp_number(transaction),
        head,
        isChunked: coding == HTP_CODING_CHUNKED
      )
      if coding == HTP_CODING_CHUNKED { parser.watchReply() }
      return HTP_OK
    }
    unsafe htp_config_register_response_body_data(handle) { data in
      guard let data = unsafe data, let transaction = unsafe data.pointee.tx,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let log = parser.log
      let (number, count) = unsafe (kymo_htp_number(transaction), data.pointee.len)
      if let start = unsafe data.pointee.data {
        unsafe parser.replyChunks?.body(start, count)
        log.replyBody(number, unsafe RawSpan(_unsafeStart: start, byteCount: count))
      } else if count > 0 {
        log.replyHole(number, count)
      }
      return HTP_OK
    }
    unsafe htp_config_register_response_complete(handle) { transaction in
      guard let transaction = unsafe transaction,
        let parser = unsafe UnsafeHTTPParser.parser(transaction)
      else { return HTP_OK }
      let length = unsafe transaction.pointee.response_content_length
      let coding = unsafe transaction.pointee.response_transfer_coding
      unsafe parser.log.replyOver(
        kymo_htp_number(transaction),
        contentLength: length < 0 ? nil : length,
        isChunked: coding == HTP_CODING_CHUNKED,
        hasBody: coding != HTP_CODING_NO_BODY,
        hasOddChunks: parser.finishReplyChunks()
      )
      return HTP_OK
    }
  }
}
