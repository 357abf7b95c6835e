public import KymoCapture
import KymoHTTP

/// The requests of a capture that can be sent again, and what cannot.
public struct CapturedRequests {
  /// The exchanges that can be sent, in the order of the capture's requests.
  public private(set) var exchanges: [HTTPExchange] = []
  /// How many exchanges there were.
  public private(set) var count = 0
  /// How many servers the requests went to.
  public var servers: Int { places.count }
  private var places: Set<String> = []
  private var reasons: [String: UInt64] = [:]

  /// Exchanges that are left out, by the reason, the most frequent first.
  public var leftOut: [(name: String, count: UInt64)] {
    reasons.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Reads a capture to its end, or until it is to stop.
  ///
  /// The reason that ends a capture too early is the extractor's `problem` afterwards.
  ///
  /// - Parameters:
  ///   - extractor: the capture, of which nothing was read.
  ///   - shouldStop: asked from time to time whether the user wants it to end.
  /// - Complexity: O(n log n); the exchanges are in memory.
  public init(_ extractor: CaptureExtractor, shouldStop: () -> Bool = { false }) {
    while let exchange = extractor.next(shouldStop: { _ in shouldStop() }) {
      count += 1
      if let reason = exchange.request.refusal {
        reasons[reason, default: 0] += 1
      } else {
        places.insert("\(exchange.server)")
        exchanges.append(exchange)
      }
    }
    exchanges.sort { left, right in
      (left.request.first, left.connection, left.number)
        < (right.request.first, right.connection, right.number)
    }
  }
}
