import KymoHTTP

/// A listener to events, and how far it is.
final class EventStream {
  /// The request that asked for it; nil once it is over.
  weak var request: ServerRequest?
  /// Lines of its header.
  let fields: [HTTPField]
  /// Where the events are.
  private let log: EventLog
  /// The place of the event that is next.
  private var next: UInt64
  /// The rest of an event that did not fit.
  private var rest: ArraySlice<UInt8>
  /// Whether it ends once all was sent.
  var isEnded = false

  init(_ request: ServerRequest, _ log: EventLog, after id: UInt64?, allowing origin: String?) {
    self.request = request
    self.log = log
    next = id.map { log.place(after: $0) } ?? log.end
    var fields = [
      HTTPField("Content-Type", "text/event-stream"), HTTPField("Cache-Control", "no-store"),
      HTTPField("X-Accel-Buffering", "no"),
    ]
    if let origin { fields.append(HTTPField("Access-Control-Allow-Origin", origin)) }
    self.fields = fields
    rest = Array(": events of Kymograph\nretry: 1000\n\n".utf8)[...]
  }

  /// Whether there is something to send.
  var hasMore: Bool { !rest.isEmpty || next < log.end || isEnded }

  /// Sends a line that says nothing, so that a client that is gone is seen.
  func beat() { if rest.isEmpty { rest = Array(": \n\n".utf8)[...] } }

  /// The next bytes; none if there are none now.
  func take(upTo room: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < room {
      if rest.isEmpty {
        if next < log.start {
          rest = Array("event: lost\ndata: \(log.start - next)\n\n".utf8)[...]
          next = log.start
        } else if next < log.end {
          rest = log.event(at: next)[...]
          next += 1
        } else {
          break
        }
      }
      let part = rest.prefix(room - bytes.count)
      bytes += part
      rest = rest.dropFirst(part.count)
    }
    return bytes
  }
}

/// The last events, ready to be sent; a bounded ring.
final class EventLog {
  private var events: [[UInt8]] = []
  private let capacity: Int
  /// The place of the oldest that is there, and of the one that comes next; the first event's place is 0.
  private(set) var (start, end): (UInt64, UInt64) = (0, 0)

  init(capacity: Int) {
    self.capacity = max(1, capacity)
    events.reserveCapacity(self.capacity)
  }

  /// Keeps an event; its id is its place, from 1.
  func append(_ name: StaticString, _ data: String) {
    let text = Array("id: \(end + 1)\nevent: \(name)\ndata: \(data)\n\n".utf8)
    if events.count < capacity {
      events.append(text)
    } else {
      events[Int(end % UInt64(capacity))] = text
      start += 1
    }
    end += 1
  }

  func event(at place: UInt64) -> [UInt8] { events[Int(place % UInt64(capacity))] }

  /// The place of what follows the event with an id; the newest there is if the id is of a former server.
  func place(after id: UInt64) -> UInt64 { id > end ? start : id }
}
