public import KymoHTTP

/// The fate of a request that was sent again; times are in ns after the start of the replay.
public struct ReplayedExchange: Sendable {
  /// How it ended.
  public enum Outcome: Sendable {
    /// It was not sent, as the replay ended before.
    case notSent
    /// It could never be sent: no connection could be made for it.
    case neverSent(ClientError)
    /// It has a reply.
    case replied(HTTPReply)
    /// It was sent, wholly or in part, and has none.
    case failed(ClientError)
  }

  /// How it ended.
  public var outcome = Outcome.notSent
  /// When it was due: at the start, at the speed without waiting.
  public var due: Int64 = 0
  /// When nothing but the time kept it any more: the reply before it on its connection was there, and the
  /// values that it needs.
  public var ready: Int64 = 0
  /// When it was sent.
  public var sent: Int64 = 0
  /// When the first byte of the reply came.
  public var first: Int64 = 0
  /// When the last one did.
  public var last: Int64 = 0
  /// On which connection of this client it was, from 0.
  public var connection = 0
  /// Whether it was sent a second time, as the server had just closed the connection.
  public var wasRetried = false

  /// The reply; nil if there is none.
  public var reply: HTTPReply? {
    if case .replied(let reply) = outcome { reply } else { nil }
  }

  /// Whether it was sent, wholly or in part.
  public var wasSent: Bool {
    switch outcome {
    case .notSent, .neverSent: false
    case .replied, .failed: true
    }
  }

  /// How long after its time it was sent, in ns, as far as the sender is to blame: what it had to wait for
  /// does not count.
  public var lateness: Int64 { max(0, sent - max(due, ready)) }
  /// How long it had to wait beyond its time for a reply, in ns.
  public var held: Int64 { max(0, min(ready, sent) - due) }
  /// From sending it to the first byte of the reply, in ns; nil without a reply.
  public var latency: Int64? {
    if case .replied = outcome { first - sent } else { nil }
  }
}
