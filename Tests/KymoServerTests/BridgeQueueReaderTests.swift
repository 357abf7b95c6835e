import KymoBridge
import KymoMCAP
import Testing

@testable import KymoServer

@Suite("What a page has queued") struct BridgeQueueReaderTests {
  private struct Part: Equatable {
    var item: BridgeQueueReader.Item
    var text: String
  }

  private func parts(_ body: String, bytes: Int = 4096) throws -> [Part] {
    var reader = BridgeQueueReader(maximumBytes: bytes, mode: .strict)
    let body = Array(body.utf8)
    let count = try body.withRawSpan { body throws(BridgeQueueError) in try reader.parse(body) }
    var parts: [Part] = []
    reader.forEach { item, text in
      parts.append(Part(item: item, text: String(decoding: text.byteArray, as: UTF8.self)))
    }
    #expect(parts.count == count && parts.map(\.item.index) == Array(0..<count))
    return parts
  }

  @Test("Messages, calls and texts become calls") func mixture() throws {
    let parts = try parts(
      #"["call?cmd=a&msg=%22b%22",{"handlerName":"h","data":[1.50,"ü"],"callbackId":"cb_1"},"#
        + #"{"cmd":"c","parameters":{"k":null}},{"handlerName":"h"},{"cmd":"c d","callbackId":1},"#
        + #"{"handlerName":"h","callbackId":{"a" : 1}}]"#
    )
    #expect(parts.allSatisfy { $0.item.refusal == nil })
    #expect(
      parts.map(\.text) == [
        "call?cmd=a&msg=%22b%22", "call?cmd=h&msg=%5B1.50%2C%22%C3%BC%22%5D",
        "call?cmd=c&msg=%7B%22k%22%3Anull%7D", "call?cmd=h", "call?cmd=c%20d", "call?cmd=h",
      ]
    )
    #expect(parts.map(\.item.isMessage) == [false, true, false, true, false, true])
    // As they were written: whoever asked compares them.
    let callbacks = parts.map { $0.item.callback.map { String(decoding: $0, as: UTF8.self) } }
    #expect(callbacks == [nil, #""cb_1""#, nil, nil, nil, #"{"a" : 1}"#])
  }

  @Test(
    "Elements that are neither",
    arguments: [
      "1", "null", "true", "[]", "{}", #"{"a":1}"#, #"{"handlerName":5}"#, #"{"cmd":null}"#,
      #"{"responseId":"cb_1","responseData":1}"#, #"{"handlerName":"h","responseId":1}"#,
    ]
  )
  func refused(_ element: String) throws {
    let parts = try parts("[\(element),\"x\"]")
    #expect(parts[0].item.refusal != nil && parts[0].text.isEmpty)
    #expect(parts[1].item.refusal == nil && parts[1].text == "x")
  }

  @Test(
    "Bodies that are no list",
    arguments: ["", " ", "{}", "1", "[", "[1,]", "[1] 2", "\"a\"", "null"]
  )
  func noList(_ body: String) {
    #expect(throws: BridgeQueueError.self) { try parts(body) }
  }

  @Test("A body that is longer than allowed") func tooLong() throws {
    #expect(try parts("[]\(String(repeating: " ", count: 62))", bytes: 64).isEmpty)
    #expect(throws: BridgeQueueError.self) {
      try parts("[]\(String(repeating: " ", count: 63))", bytes: 64)
    }
  }

  @Test("It can be used again, also behind what it refused") func again() throws {
    var reader = BridgeQueueReader(maximumBytes: 4096, mode: .strict)
    for body in ["[1,2", "[\"a\"]", "7", "[\"b\",\"c\"]"] {
      let bytes = Array(body.utf8)
      let count = try? bytes.withRawSpan { body throws(BridgeQueueError) in try reader.parse(body) }
      guard count != nil else { continue }
      var texts: [String] = []
      reader.forEach { _, text in texts.append(String(decoding: text.byteArray, as: UTF8.self)) }
      #expect(texts == (body == "[\"a\"]" ? ["a"] : ["b", "c"]))
    }
  }
}
