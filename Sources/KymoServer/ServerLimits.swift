/// How much of a server its clients may take, so that its memory and its time are bounded.
public struct ServerLimits: Sendable, Equatable {
  /// Connections at once; one more is answered 503 and closed.
  ///
  /// At least 1.
  public var connections = 1024
  /// The longest body, in bytes; more is 413.
  public var bodyBytes = 1 << 20
  /// All bodies together that are being received, in bytes; more is 503.
  public var allBodyBytes = 64 << 20
  /// Memory for the head of a request and for what is sent at once, in bytes for each connection.
  ///
  /// A longer head is 431, a longer target 414. At least 4,096.
  public var headBytes = 16 << 10
  /// Commands that wait for the dispatcher; one more is 503.
  public var queuedCommands = 16_384
  /// Bytes of text that wait for the dispatcher; more is 503.
  public var queuedBytes = 16 << 20
  /// Commands in one body; more is 413.
  public var batchCommands = 4096
  /// Samples in one body; more is 413.
  public var batchSamples = 8192
  /// The longest file that a recorder posts, in bytes; more is 413.
  public var uploadBytes = 64 << 20
  /// All that recorders have posted, in bytes; more is 507.
  public var allUploadBytes = 4 << 30
  /// Files that are received at once; one more is 503.
  public var uploads = 16
  /// How long a request may take to arrive, in ns; longer is 408.
  public var requestNanoseconds: Int64 = 10_000_000_000
  /// How long a connection may be silent between requests, in seconds.
  public var idleSeconds: UInt32 = 60
  /// Listeners to events at once; one more is 503.
  public var eventStreams = 64
  /// Events that are kept for listeners who come back; who has missed more is told so.
  public var keptEvents = 4096
  /// Shortened URLs; more is 507.
  public var shortURLs = 10_000
  /// How long a stop waits for what was accepted, in ns.
  public var stopNanoseconds: Int64 = 5_000_000_000

  /// The limits of a server for some hundred clients.
  public init() {}
}
