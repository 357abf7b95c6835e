import KymoCapture
import KymoHTTP

/// The requests of one connection of a capture.
struct ReplayLane {
  /// The places of its exchanges, in order.
  let exchanges: [Int]
  /// When it is used in the capture: from its first request to its last reply, in ns.
  let span: ClosedRange<Int64>

  /// The lanes of a capture, in the order of their first requests.
  static func all(_ exchanges: [HTTPExchange]) -> [ReplayLane] {
    var places: [Int: [Int]] = [:]
    for (place, exchange) in exchanges.enumerated() {
      places[exchange.connection, default: []].append(place)
    }
    let lanes = places.keys.sorted().compactMap { number -> ReplayLane? in
      guard var mine = places[number] else { return nil }
      mine.sort { exchanges[$0].number < exchanges[$1].number }
      let starts = mine.map { exchanges[$0].request.first }
      let ends = mine.map { exchanges[$0].reply?.last ?? exchanges[$0].request.last }
      guard let first = starts.min(), let last = ends.max() else { return nil }
      return ReplayLane(exchanges: mine, span: first...max(first, last))
    }
    return lanes.enumerated()
      .sorted { ($0.element.span.lowerBound, $0.offset) < ($1.element.span.lowerBound, $1.offset) }
      .map(\.element)
  }

  /// How many lanes were used at a time at most.
  static func concurrency(_ lanes: [ReplayLane]) -> Int {
    let starts = lanes.map(\.span.lowerBound)
    let ends = lanes.map(\.span.upperBound).sorted()
    var (open, most, ended) = (0, 0, 0)
    for start in starts {
      while ended < ends.count, ends[ended] < start {
        ended += 1
        open -= 1
      }
      open += 1
      most = max(most, open)
    }
    return most
  }
}
