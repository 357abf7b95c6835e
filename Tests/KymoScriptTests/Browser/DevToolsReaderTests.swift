import KymoText
import Testing

@testable import KymoScript

@Suite("Messages of a browser")
struct DevToolsReaderTests {
  private static let first = #"{"id":1,"result":{"value":"ä\u0000"}}"#
  private static let second = #"{"method":"Page.loadEventFired","params":{"timestamp":1.5}}"#

  @Test("However the bytes are split, the messages are the same")
  func split() throws {
    let bytes = Array("\(Self.first)\0\(Self.second)\0".utf8)
    for size in 1...bytes.count {
      var reader = DevToolsReader()
      var found: [JSONText] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
        while let message = try reader.next() { found.append(message) }
      }
      #expect(found.count == 2, "\(size)")
      #expect(found.first?["result"]["value"].asText == "ä\0")
      #expect(found.last?["params"]["timestamp"].asNumber == 1.5)
    }
  }

  @Test("Many small messages behind each other do not pile up, and none is lost")
  func many() throws {
    var reader = DevToolsReader()
    var count = 0
    for round in 0..<200 {
      let texts = (0..<100).map { "{\"id\":\(round * 100 + $0)}\0" }.joined()
      // The last one's end comes with the next round.
      reader.add(Array(texts.utf8))
      while let message = try reader.next() {
        #expect(message["id"].asNumber == Double(count))
        count += 1
      }
    }
    #expect(count == 20_000)
  }

  @Test("A long message is read up to the limit, and refused behind it, whole or not")
  func long() throws {
    let text = "{\"a\":\"" + String(repeating: "x", count: 1000) + "\"}"
    var enough = DevToolsReader(limit: text.utf8.count)
    enough.add(Array(text.utf8) + [0])
    let message = try enough.next()
    #expect(message?["a"].asText?.count == 1000)
    var whole = DevToolsReader(limit: text.utf8.count - 1)
    whole.add(Array(text.utf8) + [0])
    #expect(throws: DevToolsError.tooLong(limit: text.utf8.count - 1)) { try whole.next() }
    var part = DevToolsReader(limit: 100)
    part.add(Array(text.utf8.prefix(101)))
    #expect(throws: DevToolsError.tooLong(limit: 100)) { try part.next() }
  }

  @Test(
    "What is no message is refused with its beginning",
    arguments: ["", "{", "[1]", "null", "{\"a\":1}}", "{\"a\":}", "\u{1}"]
  )
  func malformed(_ text: String) {
    var reader = DevToolsReader()
    reader.add(Array(text.utf8) + [0])
    #expect(throws: DevToolsError.self) { try reader.next() }
  }

  @Test("Bytes that are no UTF-8 are no message")
  func notText() {
    var reader = DevToolsReader()
    reader.add([0x7B, 0xFF, 0x7D, 0])
    #expect(throws: DevToolsError.self) { try reader.next() }
  }

  @Test("Members that are not there are null, and of another kind nothing")
  func members() throws {
    var reader = DevToolsReader()
    let read = reader.read(#"{"a":[1,true,"x"],"n":-2}"#)
    let value = try #require(read)
    #expect(value["b"]["c"] == .null)
    #expect(value["a"].asText == nil && value["a"].asNumber == nil)
    #expect(value["n"].asNumber == -2 && value["a"].asList.count == 3)
    #expect(value["a"].asList[1].asTruth && !value["a"].asTruth)
    let broken = reader.read("{")
    #expect(broken == nil)
  }
}
