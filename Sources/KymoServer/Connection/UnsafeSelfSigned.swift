import CGnuTLS
import Glibc

/// Makes a key and a certificate that signs itself, so that a phone lets pages use its sensors.
///
/// SAFETY: every object of the library is made before it is used and freed once, on every way out; texts are
/// written into arrays of the sizes that the library is told.
enum UnsafeSelfSigned {
  /// Makes both, for names and addresses.
  ///
  /// - Throws: ``ServerError/certificate(_:_:)``.
  static func identity(
    hosts: [String],
    seconds now: Int64,
    days: Int64
  ) throws(ServerError) -> ServerConfiguration.Identity {
    var key: gnutls_x509_privkey_t?
    var certificate: gnutls_x509_crt_t?
    try check(unsafe gnutls_x509_privkey_init(&key))
    defer { unsafe gnutls_x509_privkey_deinit(key) }
    // P-256, which every browser knows.
    let curve = gnutls_sec_param_to_pk_bits(GNUTLS_PK_ECDSA, GNUTLS_SEC_PARAM_HIGH)
    try check(unsafe gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, curve, 0))
    try check(unsafe gnutls_x509_crt_init(&certificate))
    defer { unsafe gnutls_x509_crt_deinit(certificate) }
    try check(unsafe gnutls_x509_crt_set_version(certificate, 3))
    var random = SystemRandomNumberGenerator()
    var serial = (0..<16).map { _ in UInt8.random(in: 0...255, using: &random) }
    serial[0] = serial[0] & 0x7F | 1
    try check(unsafe gnutls_x509_crt_set_serial(certificate, serial, serial.count))
    let name = "Kymograph"
    try check(
      unsafe gnutls_x509_crt_set_dn_by_oid(
        certificate,
        "2.5.4.3",
        0,
        name,
        UInt32(name.utf8.count)
      )
    )
    try check(unsafe gnutls_x509_crt_set_activation_time(certificate, Int(now - 86_400)))
    try check(unsafe gnutls_x509_crt_set_expiration_time(certificate, Int(now + days * 86_400)))
    try check(unsafe gnutls_x509_crt_set_key(certificate, key))
    try check(unsafe gnutls_x509_crt_set_basic_constraints(certificate, 0, -1))
    try check(
      unsafe gnutls_x509_crt_set_key_usage(certificate, UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE))
    )
    try check(
      unsafe gnutls_x509_crt_set_key_purpose_oid(certificate, "1.3.6.1.5.5.7.3.1", 0)
    )
    for host in hosts { try unsafe add(host, to: certificate) }
    try check(unsafe gnutls_x509_crt_sign2(certificate, certificate, key, GNUTLS_DIG_SHA256, 0))
    let keyText = try unsafe text {
      unsafe gnutls_x509_privkey_export(key, GNUTLS_X509_FMT_PEM, $0, $1)
    }
    let certificateText = try unsafe text {
      unsafe gnutls_x509_crt_export(certificate, GNUTLS_X509_FMT_PEM, $0, $1)
    }
    var print = [UInt8](repeating: 0, count: 32)
    var count = print.count
    try check(
      unsafe gnutls_x509_crt_get_fingerprint(certificate, GNUTLS_DIG_SHA256, &print, &count)
    )
    let digits = print.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    return ServerConfiguration.Identity(
      key: keyText,
      certificate: certificateText,
      fingerprint: digits.joined(separator: ":")
    )
  }

  /// Adds a name or an address to those that the certificate is for.
  private static func add(_ host: String, to certificate: gnutls_x509_crt_t?) throws(ServerError) {
    let host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    var address = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, host, &address) == 1 {
      try check(
        unsafe gnutls_x509_crt_set_subject_alt_name(
          certificate,
          GNUTLS_SAN_IPADDRESS,
          address,
          4,
          UInt32(GNUTLS_FSAN_APPEND)
        )
      )
    } else if unsafe inet_pton(AF_INET6, host, &address) == 1 {
      try check(
        unsafe gnutls_x509_crt_set_subject_alt_name(
          certificate,
          GNUTLS_SAN_IPADDRESS,
          address,
          16,
          UInt32(GNUTLS_FSAN_APPEND)
        )
      )
    } else {
      try check(
        unsafe gnutls_x509_crt_set_subject_alt_name(
          certificate,
          GNUTLS_SAN_DNSNAME,
          host,
          UInt32(host.utf8.count),
          UInt32(GNUTLS_FSAN_APPEND)
        )
      )
    }
  }

  private static func text(
    _ export: (UnsafeMutableRawPointer?, UnsafeMutablePointer<Int>) -> Int32
  ) throws(ServerError) -> String {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    var count = bytes.count
    let code = unsafe bytes.withUnsafeMutableBytes { unsafe export($0.baseAddress, &count) }
    try check(code)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }

  private static func check(_ code: Int32) throws(ServerError) {
    guard code < 0 else { return }
    throw .certificate(
      "a certificate cannot be made",
      unsafe String(cString: gnutls_strerror(code))
    )
  }
}

extension ServerConfiguration.Identity {
  /// A new key and a certificate that signs itself.
  ///
  /// - Parameters:
  ///   - hosts: the names and addresses that it is for.
  ///   - now: the time in s since 1970; it holds for a year.
  /// - Returns: both, with the certificate's fingerprint.
  /// - Throws: ``ServerError/certificate(_:_:)``.
  public static func selfSigned(
    for hosts: [String],
    at now: Int64
  ) throws(ServerError) -> ServerConfiguration.Identity {
    try UnsafeSelfSigned.identity(hosts: hosts, seconds: now, days: 365)
  }
}
