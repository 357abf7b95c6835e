import KymoCapture
import KymoHTTP
import KymoTestSupport
import Testing

@testable import KymoClient

@Suite("Parts of a load over HTTP") struct HTTPLoadPartsTests {
  @Test("Idle connections come in their order, each once", arguments: 1...20)
  func idle(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var idle = IdleConnections(capacity: 8)
    var model: [Int] = []
    for _ in 0..<500 {
      if random.once(in: 2) {
        let index = random.below(8)
        idle.push(index)
        if !model.contains(index) { model.append(index) }
      } else {
        #expect(idle.pop() == (model.isEmpty ? nil : model.removeFirst()), "seed \(seed)")
      }
      #expect(idle.isEmpty == model.isEmpty, "seed \(seed)")
    }
  }

  @Test("Requests in one piece of memory, named and in time") func list() throws {
    let encoder = RequestEncoder(try HTTPTarget("http://a"))
    var list = RequestList(maximumNames: 2)
    list.append(HTTPRequest("GET", "/1"), encoder, command: "one", at: 10)
    list.append(HTTPRequest("HEAD", "/2"), encoder, command: "two", at: 20)
    list.append(HTTPRequest("POST", "/3"), encoder, command: "three", at: 15)
    list.append(HTTPRequest("GET", "/1"), encoder, command: "one", at: 30)
    #expect(list.names == ["one", "two", RequestList.others])
    #expect(list.timestamps == [10, 20, 20, 30])
    #expect(list.share(of: "one") == 0.5 && list.share(of: "three") == 0)
    #expect(list.entries.map(\.isHead) == [false, true, false, false])
    #expect(list.entries.map(\.isIdempotent) == [true, true, false, true])
    let texts = list.entries.map { String(decoding: list.bytes[$0.range], as: UTF8.self) }
    #expect(texts[0] == "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n" && texts[0] == texts[3])
    var other = RequestList(maximumNames: 2)
    other.append(HTTPRequest("GET", "/1"), encoder, command: "one", at: 10)
    #expect(other.digest != list.digest)
    let first = other.digest
    other = RequestList(maximumNames: 2)
    // The time of the first counts for nothing.
    other.append(HTTPRequest("GET", "/1"), encoder, command: "one", at: 99)
    #expect(other.digest == first)
  }
}
