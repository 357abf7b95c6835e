import KymoTestSupport
import Testing

@testable import KymoServer

@Suite("Events for listeners") struct EventLogTests {
  private func text(_ stream: EventStream, by room: Int = 1 << 20) -> String {
    var bytes: [UInt8] = []
    while true {
      let part = stream.take(upTo: room)
      #expect(part.count <= room)
      if part.isEmpty { return String(decoding: bytes, as: UTF8.self) }
      bytes += part
    }
  }

  private func stream(_ log: EventLog, after id: UInt64?) -> EventStream {
    EventStream(TestRequest.make("/bridge/events"), log, after: id, allowing: nil)
  }

  private static let start = ": events of Kymograph\nretry: 1000\n\n"

  @Test("A listener hears what is new, or what follows what it knows") func places() {
    let log = EventLog(capacity: 8)
    for number in 1...5 { log.append("push", "\(number)") }
    #expect(text(stream(log, after: nil)) == Self.start)
    #expect(text(stream(log, after: 5)) == Self.start)
    #expect(
      text(stream(log, after: 3))
        == Self.start + "id: 4\nevent: push\ndata: 4\n\nid: 5\nevent: push\ndata: 5\n\n"
    )
    // Of a server before this one, whose ids went further.
    #expect(text(stream(log, after: 6)) == text(stream(log, after: 0)))
    #expect(text(stream(log, after: .max)).contains("id: 1\n"))
  }

  @Test("A listener that is lapped is told how many it has missed") func lapped() {
    let log = EventLog(capacity: 4)
    let slow = stream(log, after: nil)
    #expect(text(slow) == Self.start && !slow.hasMore)
    for number in 1...10 { log.append("push", "\(number)") }
    #expect(log.start == 6 && log.end == 10 && slow.hasMore)
    let heard = text(slow)
    #expect(heard.hasPrefix("event: lost\ndata: 6\n\nid: 7\nevent: push\ndata: 7\n\n"))
    #expect(heard.hasSuffix("id: 10\nevent: push\ndata: 10\n\n"))
    #expect(text(stream(log, after: 2)).contains("event: lost\ndata: 4\n\nid: 7\n"))
    slow.isEnded = true
    #expect(slow.hasMore && text(slow).isEmpty)
  }

  @Test("A line that says nothing does not stand in the middle of an event") func beats() {
    let log = EventLog(capacity: 4)
    let listener = stream(log, after: nil)
    _ = text(listener)
    log.append("push", "abc")
    let first = listener.take(upTo: 7)
    listener.beat()
    #expect(
      String(decoding: first, as: UTF8.self) + text(listener) == "id: 1\nevent: push\ndata: abc\n\n"
    )
    listener.beat()
    #expect(text(listener) == ": \n\n")
  }

  @Test("Events arrive once each, in order, whatever the room", arguments: UInt64(1)...30)
  func everyEvent(seed: UInt64) {
    print("seed \(seed)")
    var chance = SeededRandom(seed: seed)
    let log = EventLog(capacity: 1 + chance.below(16))
    let listener = stream(log, after: 0)
    var (heard, sent, bytes): (UInt64, UInt64, [UInt8]) = (0, 0, [])
    for _ in 0..<300 {
      for _ in 0..<chance.below(5) {
        sent += 1
        log.append("push", String(repeating: "x", count: chance.below(40)))
      }
      if chance.once(in: 10) { listener.beat() }
      bytes += listener.take(upTo: 1 + chance.below(64))
    }
    bytes += Array(text(listener, by: 9).utf8)
    for event in String(decoding: bytes, as: UTF8.self).split(separator: "\n\n") {
      let lines = event.split(separator: "\n")
      if lines[0] == "event: lost" {
        heard += UInt64(lines[1].dropFirst(6)) ?? 0
      } else if let id = lines[0].hasPrefix("id: ") ? UInt64(lines[0].dropFirst(4)) : nil {
        heard += 1
        #expect(id == heard)
      }
    }
    #expect(heard == sent)
  }
}
