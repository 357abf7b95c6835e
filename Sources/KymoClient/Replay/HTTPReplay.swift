public import KymoCapture
public import KymoCore
import KymoHTTP

/// Sends the requests of a capture to a server, as they were: on as many connections, in their order, at
/// their times.
///
/// A request is due at the start of the replay plus its offset in the capture divided by the speed, so that
/// no delay adds up. Without a speed the requests of a connection go one after the other, and as many
/// connections are open at a time as in the capture. Requests are not pipelined: one that was sent before
/// the reply to the one before it waits for that.
public struct HTTPReplay {
  /// The exchanges that are sent, none of them with a request that cannot be sent again
  /// (`HTTPRequest.refusal`).
  public let exchanges: [HTTPExchange]
  /// The server.
  public let target: HTTPTarget
  /// How.
  public let options: HTTPReplayOptions
  /// Which values of replies go into later requests.
  public let rules: [ValueRule]

  /// Prepares a replay.
  ///
  /// - Parameters:
  ///   - exchanges: what is sent.
  ///   - target: the server.
  ///   - rules: which values of replies go into later requests.
  ///   - options: how it is sent.
  public init(
    _ exchanges: [HTTPExchange],
    target: HTTPTarget,
    rules: [ValueRule] = [],
    options: HTTPReplayOptions = HTTPReplayOptions()
  ) {
    self.exchanges = exchanges
    self.target = target
    self.rules = rules
    self.options = options
  }

  /// Sends everything, on the calling thread.
  ///
  /// - Parameters:
  ///   - clock: the time.
  ///   - shouldStop: asked every few ms whether to stop.
  ///   - progress: told every few ms of how many exchanges it is known what became of them.
  /// - Returns: what became of each exchange.
  /// - Throws: that the server cannot be reached at all.
  /// - Complexity: takes as long as the capture did divided by the speed, or as the server takes.
  public func run(
    clock: some NanosecondClock = MonotonicClock(),
    shouldStop: () -> Bool = { false },
    progress: (Int) -> Void = { _ in }
  ) throws(ClientError) -> HTTPReplayResult {
    var run = try ReplayRun(self, clock)
    try run.run(shouldStop, progress)
    return run.result
  }
}
