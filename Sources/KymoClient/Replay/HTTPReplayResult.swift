/// The result of sending a capture again.
public struct HTTPReplayResult {
  /// The fate of each exchange, in the order in which they were given.
  public internal(set) var exchanges: [ReplayedExchange]
  /// The rules about values with their counts, and recorded replies as they change them.
  public var map: ValueMap
  /// Whether it was stopped before its end.
  public internal(set) var wasInterrupted = false
  /// How many connections of the capture were made again.
  public internal(set) var connections = 0
  /// How many more were made, for what was closed and went on in the capture, by who had closed it.
  public internal(set) var reopened: [ConnectionClosing: Int] = [:]
  /// How many connections were open at a time at most.
  public internal(set) var openAtOnce = 0
  /// How long it took, in ns.
  public internal(set) var nanoseconds: Int64 = 0

  /// The exchanges without a reply, by the reason; the place is that of the exchange.
  public var failures: ClientFailures {
    var failures = ClientFailures()
    for (place, exchange) in exchanges.enumerated() {
      switch exchange.outcome {
      case .failed(let error):
        failures.add(error, wasSent: true, request: place, connection: exchange.connection)
      case .neverSent(let error):
        failures.add(error, wasSent: false, request: place, connection: exchange.connection)
      case .notSent, .replied: continue
      }
    }
    return failures
  }
}
