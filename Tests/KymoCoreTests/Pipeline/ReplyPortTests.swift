import KymoCore
import KymoTestSupport
import Testing

/// Replies on their way to another thread.
@Suite("Reply port") struct ReplyPortTests {
  /// A handler that answers each message with its own text, twice.
  static func table() throws -> CommandTable {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.view("echo") { (exchange) throws(HandlerError) in
      var text: [UInt8] = []
      exchange.withMessage { text = UnsafeBytes.copy($0) }
      try UnsafeBytes.lend(text + text) { (bytes) throws(HandlerError) in
        try exchange.reply(text: bytes)
      }
      return .proceed
    }
    return try CommandTable(map)
  }

  static func request(_ source: UInt8, _ number: UInt32, at time: Int64) -> Event {
    Event(
      timestamp: time,
      sequence: number,
      command: CommandID(rawValue: 1),
      source: SourceID(rawValue: source),
      kind: .message,
      payload: Payload()
    )
  }

  /// What a slow reader got.
  final class Received: @unchecked Sendable {
    var count: UInt64 = 0
    var lastIndex: Int64 = -1
    var problems: [String] = []
  }

  /// Pushes texts of 0 to 40 bytes through a port, without a dispatcher, which would only be slow.
  @Test(
    "1,000,000 replies to a slow reader: every one is delivered or counted",
    .timeLimit(.minutes(15)),
    arguments: [OverflowPolicy.wait, .dropNewest, .dropOldest]
  )
  func million(_ policy: OverflowPolicy) {
    // The ring is full before its texts are.
    check(policy, total: 1_000_000, textBytes: 1 << 14)
  }

  @Test(
    "The same if the texts fill their memory before the ring is full",
    .timeLimit(.minutes(15)),
    arguments: [OverflowPolicy.wait, .dropNewest, .dropOldest]
  )
  func texts(_ policy: OverflowPolicy) {
    check(policy, total: 100_000, textBytes: 1 << 11)
  }

  private func check(_ policy: OverflowPolicy, total: UInt64, textBytes: Int) {
    let queue = ReplyQueue(minimumCapacity: 256, textBytes: textBytes, whenFull: policy)
    let (reader, received) = (HandOver(queue.reader), Received())
    let thread = Thread {
      var reader = reader.take()
      var waits = 0
      reader.visitAll { reply, text in
        received.count += 1
        if Int64(reply.index) <= received.lastIndex {
          received.problems.append("\(reply.index) after \(received.lastIndex)")
        }
        received.lastIndex = Int64(reply.index)
        let length = Int(reply.index % 41)
        let byte = UInt8(truncatingIfNeeded: reply.index)
        if text.byteCount != length || !UnsafeBytes.agree(text, { _ in byte })
          || reply.cause != .request(.bridge, UInt32(reply.index))
        {
          received.problems.append("\(reply.index) is not as it was sent")
        }
        // Slow now and then, so that the ring is full and empty in turns.
        waits += 1
        if waits % 4096 == 0 {
          var waiter = Waiter(.park)
          for _ in 0..<Waiter.spins + Waiter.yields + 2 { waiter.pause() }
        }
      }
    }
    var port = queue.port
    var texts = (0..<256).map { [UInt8](repeating: UInt8($0), count: 40) }
    for index in 0..<total {
      let length = Int(index % 41)
      let outcome = Outcome(
        index: index,
        status: .completed,
        replyKind: .text,
        reply: Payload(TextReply(length: UInt32(length), cause: .request(.bridge, UInt32(index))))
      )
      UnsafeBytes.lend(texts[Int(index & 255)], upTo: length) {
        port.record(
          Self.request(3, UInt32(index), at: Int64(index)),
          outcome,
          digest: 0,
          message: RawSpan(),
          reply: $0
        )
      }
    }
    texts = []
    let statistics = port.finish()
    thread.join()
    #expect(received.problems.isEmpty, "\(received.problems.prefix(3))")
    #expect(received.count + statistics.droppedNewest + statistics.droppedOldest == total)
    if policy == .wait {
      #expect(received.count == total && statistics.waits > 0)
    } else {
      #expect(received.count > 0)
    }
    if policy == .dropNewest { #expect(statistics.droppedOldest == 0) }
  }

  @Test("Two sources with the same sequence numbers get their own replies")
  func sources() throws {
    let queue = ReplyQueue(minimumCapacity: 64, textBytes: 1 << 12)
    var reader = queue.reader
    var pipeline = Pipeline(table: try Self.table(), sink: queue.port)
    var first = pipeline.addLane(minimumCapacity: 64, arenaBytes: 1 << 12)
    var second = pipeline.addLane(minimumCapacity: 64, arenaBytes: 1 << 12)
    for number in 0..<20 as Range<UInt32> {
      let time = Int64(number)
      first.push(Self.request(3, number, at: time), bytes: Array("ia\(number)".utf8))
      second.push(Self.request(8, number, at: time), bytes: Array("ib\(number)".utf8))
    }
    first.finish()
    second.finish()
    #expect(pipeline.run() == .finished)
    _ = pipeline.takeSink()
    var answers: [ReplyCause: String] = [:]
    let count = reader.visitAll { reply, text in answers[reply.cause] = text.text }
    #expect(count == 40 && answers.count == 40)
    for number in 0..<20 as Range<UInt32> {
      #expect(answers[.request(.bridge, number)] == "ia\(number)ia\(number)")
      let other = SourceID(rawValue: 8)
      #expect(answers[.request(other, number)] == "ib\(number)ib\(number)")
    }
  }

  @Test("What is no text does not go through; a text that never fits is counted under every policy")
  func others() {
    for policy in [OverflowPolicy.wait, .dropNewest, .dropOldest] {
      let queue = ReplyQueue(minimumCapacity: 8, textBytes: 64, whenFull: policy)
      var reader = queue.reader
      var own = queue.port
      let event = Self.request(3, 0, at: 0)
      for kind in [ReplyKind.none, .acceleration, .coordinates, .text] {
        UnsafeBytes.lend([UInt8](repeating: 65, count: 33)) {
          own.record(
            event,
            Outcome(index: 0, status: .completed, replyKind: kind),
            digest: 0,
            message: RawSpan(),
            reply: $0
          )
        }
      }
      #expect(own.finish().droppedNewest == 1)
      #expect(reader.visitAll { _, _ in } == 0)
    }
  }
}
