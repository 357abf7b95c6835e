import CGnuTLS
import KymoPoll

/// A key and a certificate, ready for connections.
///
/// SAFETY: both objects of the library are made in `init` and freed once, in `deinit`, after the sessions that use them,
/// each of which retains this object. Texts are lent for one call, with their counts.
@safe final class TLSIdentity {
  /// TLS 1.2 and 1.3, with what the library holds to be good.
  private static let versions = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"
  let credentials: gnutls_certificate_credentials_t
  let priority: gnutls_priority_t

  /// Reads both; nil if they do not belong together, or are no PEM.
  init?(_ identity: ServerConfiguration.Identity) {
    var (credentials, priority): (gnutls_certificate_credentials_t?, gnutls_priority_t?)
    guard unsafe gnutls_certificate_allocate_credentials(&credentials) >= 0,
      let credentials = unsafe credentials
    else { return nil }
    let (key, certificate) = (Array(identity.key.utf8), Array(identity.certificate.utf8))
    let isGood = unsafe Self.withDatum(key) { key in
      unsafe Self.withDatum(certificate) { certificate in
        unsafe gnutls_certificate_set_x509_key_mem(
          credentials,
          certificate,
          key,
          GNUTLS_X509_FMT_PEM
        ) >= 0
      }
    }
    guard isGood, unsafe gnutls_priority_init(&priority, Self.versions, nil) >= 0,
      let priority = unsafe priority
    else {
      unsafe gnutls_certificate_free_credentials(credentials)
      return nil
    }
    unsafe self.credentials = credentials
    unsafe self.priority = priority
  }

  deinit {
    unsafe gnutls_certificate_free_credentials(credentials)
    unsafe gnutls_priority_deinit(priority)
  }

  private static func withDatum<R>(
    _ bytes: [UInt8],
    _ body: (UnsafePointer<gnutls_datum_t>) -> R
  ) -> R {
    var bytes = bytes
    let count = UInt32(bytes.count)
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: count)
      return unsafe body(&datum)
    }
  }
}

/// TLS over the socket of a connection.
///
/// SAFETY: the session is made in `init` and freed once, in `deinit`. It reads and writes the socket that it was given,
/// which outlives it. Pointers are lent for one call with the count of the bytes behind them; what could not be sent
/// then is in the library's own memory, and is asked for without bytes.
@safe final class TLSSession {
  private let session: gnutls_session_t
  private let identity: TLSIdentity
  /// Whether the library has still to send what it was given last.
  private var hasUnsent = false
  private var isOpen = false

  /// Begins a session; nil if there is no memory for it.
  init?(_ identity: TLSIdentity, descriptor: Int32) {
    var session: gnutls_session_t?
    let flags = UInt32(bitPattern: GNUTLS_SERVER | Int32(GNUTLS_NONBLOCK.rawValue))
    guard unsafe gnutls_init(&session, flags | UInt32(GNUTLS_NO_SIGNAL.rawValue)) >= 0,
      let session = unsafe session
    else { return nil }
    unsafe self.session = session
    self.identity = identity
    unsafe gnutls_priority_set(session, identity.priority)
    unsafe gnutls_credentials_set(
      session,
      GNUTLS_CRD_CERTIFICATE,
      UnsafeMutableRawPointer(identity.credentials)
    )
    unsafe gnutls_transport_set_int2(session, descriptor, descriptor)
  }

  deinit { unsafe gnutls_deinit(session) }

  private static func isPassing(_ code: Int) -> Bool {
    code == Int(GNUTLS_E_AGAIN) || code == Int(GNUTLS_E_INTERRUPTED)
  }

  /// Goes on with the handshake: bytes if it is done.
  func shakeHands() -> Transfer {
    if isOpen { return .bytes(1) }
    let code = unsafe gnutls_handshake(session)
    if code == GNUTLS_E_SUCCESS {
      isOpen = true
      return .bytes(1)
    }
    if Self.isPassing(Int(code)) || gnutls_error_is_fatal(code) == 0 { return .blocked }
    // Says why, such as that no version is common to both.
    unsafe _ = gnutls_alert_send_appropriate(session, code)
    return .failed(0)
  }

  /// Whether it was reading, not writing, when it was blocked.
  var wantsInput: Bool { unsafe gnutls_record_get_direction(session) == 0 }

  /// Receives into memory of so many bytes.
  func receive(_ start: UnsafeMutableRawPointer, _ capacity: Int) -> Transfer {
    let count = unsafe gnutls_record_recv(session, start, capacity)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .ended }
    return Self.isPassing(count) ? .blocked : .failed(0)
  }

  /// Sends bytes; those of a send that was blocked have to come again.
  func send(_ bytes: UnsafeRawBufferPointer) -> Transfer {
    let count =
      hasUnsent
      ? unsafe gnutls_record_send(session, nil, 0)
      : unsafe gnutls_record_send(session, bytes.baseAddress, bytes.count)
    hasUnsent = Self.isPassing(count)
    if count > 0 { return .bytes(count) }
    return hasUnsent ? .blocked : .failed(0)
  }

  /// Says that nothing more is sent, if that can be said at once.
  func sayGoodbye() {
    if isOpen { unsafe _ = gnutls_bye(session, GNUTLS_SHUT_WR) }
  }
}
