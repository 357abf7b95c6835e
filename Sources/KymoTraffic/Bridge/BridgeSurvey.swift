package import KymoCapture
import KymoCore
import KymoMCAP
package import KymoRecording

/// The requests and replies of a recording as exchanges, and what of it is none.
package struct BridgeSurvey {
  package private(set) var exchanges: [HTTPExchange] = []
  /// The events of other channels, by topic.
  package private(set) var others: [(topic: String, count: UInt64)] = []
  package private(set) var answered: UInt64 = 0
  /// Replies beyond the first to a request, and those to none.
  package private(set) var furtherReplies: UInt64 = 0
  package private(set) var unsolicited: UInt64 = 0
  package private(set) var unreadable: UInt64 = 0
  package private(set) var wasInterrupted = false

  /// Reads a recording.
  ///
  /// - Parameters:
  ///   - file: the recording.
  ///   - routing: what its inputs are to the app.
  ///   - times: when requests are wanted, in ns; replies go with their requests, whenever they came.
  ///   - shouldStop: asked now and then; true ends it there.
  /// - Throws: what is wrong with the recording.
  /// - Complexity: O(file); all texts of the bridge are in memory.
  package init(
    _ file: SessionFile,
    _ routing: CommandRouting,
    in times: ClosedRange<Int64> = Int64.min...Int64.max,
    shouldStop: () -> Bool
  ) throws(SessionError) {
    self.times = times
    do throws(MCAPError) { try readReplies(file) } catch { throw .file(error) }
    try readRequests(file, routing, shouldStop)
    furtherReplies = replyCount - answered
    replies = [:]
  }

  /// The first reply to a request, and how many there are.
  private struct Reply {
    var text: [UInt8]
    var time: Int64
    var count: UInt64 = 1
  }

  private let times: ClosedRange<Int64>
  /// The replies by their requests.
  private var replies: [ReplyCause: Reply] = [:]
  /// How many replies are to requests that are wanted, or missing.
  private var replyCount: UInt64 = 0

  private mutating func readReplies(_ file: SessionFile) throws(MCAPError) {
    var (replies, count, unsolicited) = ([ReplyCause: Reply](), UInt64(0), UInt64(0))
    let times = times
    unreadable = try file.forEachReply { time, cause, text in
      guard case .request = cause else {
        if times.contains(Int64(clamping: time)) { unsolicited += 1 }
        return
      }
      count += 1
      guard replies[cause] == nil else {
        replies[cause]?.count += 1
        return
      }
      var bytes: [UInt8] = []
      bytes.append(copying: text)
      replies[cause] = Reply(text: bytes, time: Int64(clamping: time))
    }
    (self.replies, replyCount, self.unsolicited) = (replies, count, unsolicited)
  }

  private mutating func readRequests(
    _ file: SessionFile,
    _ routing: CommandRouting,
    _ shouldStop: () -> Bool
  ) throws(SessionError) {
    var counts = [UInt64](repeating: 0, count: 256)
    var events = try file.events(routing)
    while let event = try events.next() {
      guard times.contains(event.timestamp) else {
        let cause = ReplyCause.request(event.source, event.sequence)
        if event.kind == .message, let reply = replies[cause] { replyCount -= reply.count }
        continue
      }
      guard event.kind == .message else {
        counts[Int(event.source.rawValue)] += 1
        continue
      }
      var text: [UInt8] = []
      events.withMessage(of: event) { text.append(copying: $0) }
      let reply = replies[.request(event.source, event.sequence)]
      if reply != nil { answered += 1 }
      exchanges.append(
        BridgeExchange(event, text: text).exchange(reply: reply.map { ($0.text, $0.time) })
      )
      if exchanges.count & 0xFFF == 0, shouldStop() {
        wasInterrupted = true
        break
      }
    }
    others = routing.channels.rows.compactMap { row in
      let count = counts[Int(row.source.rawValue)]
      return count > 0 ? (row.channel.topic, count) : nil
    }
  }
}
