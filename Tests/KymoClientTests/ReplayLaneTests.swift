import KymoCapture
import KymoHTTP
import KymoTestSupport
import Testing

@testable import KymoClient

@Suite("Connections of a capture") struct ReplayLaneTests {
  private static func exchange(_ connection: Int, _ number: Int, _ span: ClosedRange<Int64>)
    -> HTTPExchange
  {
    var request = HTTPRequest("GET", "/")
    (request.first, request.last) = (span.lowerBound, span.lowerBound)
    var reply = HTTPReply(200)
    (reply.first, reply.last) = (span.upperBound, span.upperBound)
    return HTTPExchange(
      connection: connection,
      number: number,
      client: CaptureWriter.server,
      server: CaptureWriter.server,
      request: request,
      reply: reply
    )
  }

  @Test("By their first requests, each in the order of its numbers") func order() {
    let lanes = ReplayLane.all([
      Self.exchange(7, 2, 30...40), Self.exchange(3, 1, 20...25), Self.exchange(7, 1, 10...15),
    ])
    #expect(lanes.map(\.exchanges) == [[2, 0], [1]])
    #expect(lanes.map(\.span) == [10...40, 20...25])
    #expect(ReplayLane.concurrency(lanes) == 2)
  }

  @Test("As many at a time as by counting", arguments: 1...30) func concurrency(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let lanes = ReplayLane.all(
      (0..<40).map { number in
        let start = Int64(random.below(100))
        return Self.exchange(number, 1, start...start + Int64(random.below(30)))
      }
    )
    let most = (0..<130).map { time in
      lanes.count { $0.span.contains(Int64(time)) }
    }.max()
    #expect(ReplayLane.concurrency(lanes) == most, "seed \(seed)")
  }
}
