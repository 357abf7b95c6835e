/// How a server is reached, by whom, and what it gives them.
public struct ServerConfiguration: Sendable {
  /// A private key and its certificate, as PEM.
  public struct Identity: Sendable, Equatable {
    /// The private key.
    public var key: String
    /// The certificate, with those that have signed it behind it.
    public var certificate: String
    /// Its fingerprint, such as "AB:CD:…", if it was made here: a person compares it.
    public var fingerprint: String?

    /// Takes both as they stand in their files.
    public init(key: String, certificate: String, fingerprint: String? = nil) {
      self.key = key
      self.certificate = certificate
      self.fingerprint = fingerprint
    }
  }

  /// The address that is listened on, IPv4 or IPv6, such as "127.0.0.1" or "::".
  public var address = "127.0.0.1"
  /// The port; 0 for any that is free.
  public var port: UInt16 = 0
  /// The key and the certificate for TLS; nil for plain HTTP.
  public var identity: Identity?
  /// The token that a client has to know; nil if anybody may come.
  ///
  /// Beyond loopback there must be one.
  public var token: String?
  /// Names and addresses, beside those of loopback and ``address``, by which clients may call the server.
  public var hosts: [String] = []
  /// Origins of other pages that may use it, such as "https://example.org".
  public var origins: [String] = []
  /// How long the response to a command waits for a reply that comes later, in ns.
  public var replyNanoseconds: Int64 = 30_000_000_000
  /// How much clients may take.
  public var limits = ServerLimits()
  /// The pages and their parts, by path.
  public var pages: [String: ServerPage] = [:]
  /// The recorded answers that are given in place of an app's; nil to serve an app.
  public var recorded: RecordedAnswers?
  /// Where it keeps what the recorders of pages post; nil to take nothing.
  public var uploads: ServerUploads?
  /// How calls are read.
  public var isLegacy = false

  /// A server on a free port of loopback.
  public init() {}

  /// Whether only this machine can reach it.
  public var isLoopback: Bool { address.hasPrefix("127.") || address == "::1" }

  /// Checks that what is open to others is protected.
  ///
  /// - Throws: ``ServerError/refused(_:)``, with the remedy; ``ServerError/address(_:)`` for what is none.
  public func check() throws(ServerError) {
    guard UnsafeListeningSocket.isNumeric(address) else { throw .address(address) }
    if isLoopback { return }
    guard let token, token.utf8.count >= 16 else {
      throw .refused(
        "\(address) can be reached from elsewhere: that needs a token of 16 characters or more"
      )
    }
    guard identity != nil else {
      throw .refused("\(address) can be reached from elsewhere: that needs TLS")
    }
  }
}
