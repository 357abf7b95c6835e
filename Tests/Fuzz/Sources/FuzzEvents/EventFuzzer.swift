import KymoText

@testable import KymoServer

/// Any texts as events for a listener that reads as much at a time as it likes: a reader of server-sent events finds
/// each of them once, in order, as it was, or is told how many it has missed.
final class EventFuzzer {
  private static let capacity = 8

  func run(_ bytes: RawSpan) {
    let log = EventLog(capacity: Self.capacity)
    let request = ServerRequest(
      RequestHead(),
      arrival: 0,
      connection: 0,
      connectionNumber: 1,
      readsOrigins: false,
      keepsHeader: false
    )
    let stream = EventStream(request, log, after: 0, allowing: nil)
    var (sent, heard): ([String], [UInt8]) = ([], [])
    var text: [UInt8] = []
    for offset in 0..<bytes.byteCount {
      let byte = bytes.byte(offset)
      switch byte {
      case 0xFF:
        // The end of a text.
        sent.append(JSONText(String(decoding: text, as: UTF8.self)).line)
        log.append("push", sent[sent.count - 1])
        text = []
      case 0xFE: stream.beat()
      case 0xF8...0xFD:
        let part = stream.take(upTo: Int(byte - 0xF7) * 7)
        precondition(part.count <= Int(byte - 0xF7) * 7, "more is taken than there is room for")
        heard += part
      default: text.append(byte)
      }
    }
    while stream.hasMore { heard += stream.take(upTo: 100) }
    check(String(decoding: heard, as: UTF8.self), sent)
  }

  private func check(_ heard: String, _ sent: [String]) {
    var next = 0
    for event in heard.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map({ String(decoding: $0, as: UTF8.self) }).split(separator: "")
    {
      let lines = Array(event)
      if lines[0] == "event: lost" {
        precondition(lines.count == 2 && lines[1].hasPrefix("data: "), "a loss is told otherwise")
        guard let count = Int(lines[1].dropFirst(6)), count > 0 else {
          preconditionFailure("a loss is no number")
        }
        next += count
      } else if lines[0].hasPrefix("id: ") {
        precondition(next < sent.count, "an event was never sent")
        precondition(
          lines == ["id: \(next + 1)", "event: push", "data: \(sent[next])"],
          "an event is another"
        )
        next += 1
      } else {
        precondition(lines[0].hasPrefix(":"), "a line is none of an event")
      }
    }
    precondition(next == sent.count, "an event was not heard")
  }
}
