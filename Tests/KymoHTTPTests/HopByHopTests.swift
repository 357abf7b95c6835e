import KymoHTTP
import Testing

/// One list of what is of a connection, and how requests and replies differ on purpose.
@Suite("Fields of one connection") struct HopByHopTests {
  @Test("RFC 9110 7.6.1 names them, in capitals or not, and Trailer goes with the chunks")
  func everywhere() {
    for message in [HopByHop.Message.request, .reply] {
      let hop = HopByHop(message)
      for name in [
        "Connection", "keep-alive", "PROXY-CONNECTION", "TE", "Transfer-Encoding", "Trailer",
        "Upgrade", "Content-Length",
      ] {
        #expect(hop.contains(name), "\(message) \(name)")
      }
      for name in ["Content-Type", "Cookie", "Authorization", "Kymo-Event", ""] {
        #expect(!hop.contains(name), "\(message) \(name)")
      }
    }
  }

  @Test("A request has another server, which gets the body at once; a reply has another time")
  func differences() {
    let (request, reply) = (HopByHop(.request), HopByHop(.reply))
    for name in ["Host", "Expect"] {
      #expect(request.contains(name) && !reply.contains(name))
    }
    #expect(!request.contains("Date") && reply.contains("Date"))
    #expect(
      Set(HopByHop.Message.request.names).symmetricDifference(HopByHop.Message.reply.names) == [
        "host", "expect", "date",
      ]
    )
  }

  @Test("What Connection names is of the connection, too, in any of the headers") func nominated() {
    let first = [HTTPField("connection", "close, X-One ,\tx-two"), HTTPField("X-One", "1")]
    let second = [HTTPField("Connection", "X-Three"), HTTPField("Connection", "")]
    let hop = HopByHop(.reply, first, second)
    for name in ["x-one", "X-Two", "x-three"] { #expect(hop.contains(name)) }
    #expect(!hop.contains("x-four") && !HopByHop(.reply, first).contains("x-three"))
  }
}
