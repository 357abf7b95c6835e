import KymoBridge
import KymoTestSupport
import Testing

/// What `makeCall` lacked in 2009 (B13): a bound, an acknowledgement, a time-out, a number.
@Suite("Call queue") struct CallQueueTests {
  func make(_ text: String, _ queue: inout CallQueue, at now: Int64 = 0) -> CallAdmission {
    text.asText { queue.makeCall($0, at: now) }
  }

  func flying(_ queue: borrowing CallQueue) -> String? {
    queue.withInFlight { sequence, text in "\(sequence) " + String(copying: text) }
  }

  @Test("Calls wait for the page, then go one at a time and in order")
  func order() {
    var queue = CallQueue()
    #expect(make("a", &queue) == .queued(0))
    #expect(make("b", &queue) == .queued(1))
    #expect(queue.state == .notReady && flying(queue) == nil)
    queue.becomeReady(at: 0)
    #expect(queue.state == .inFlight && flying(queue) == "0 a")
    #expect(make("c", &queue) == .queued(2))
    let first = queue.acknowledge(0, at: 1)
    #expect(first && flying(queue) == "1 b")
    let second = queue.acknowledge(1, at: 1)
    let third = queue.acknowledge(2, at: 1)
    #expect(second && third && queue.state == .idle)
    #expect(make("d", &queue) == .inFlight(3))
    #expect(queue.counts.sent == 4 && queue.counts.acknowledged == 3)
  }

  @Test("A full queue drops the newest and counts it; its number stays unused")
  func bound() {
    var queue = CallQueue(maximumCalls: 2, maximumBytes: 8)
    queue.becomeReady(at: 0)
    #expect(make("1234", &queue) == .inFlight(0))
    #expect(make("12345", &queue) == .dropped(1))
    #expect(make("1234", &queue) == .queued(2))
    #expect(make("", &queue) == .dropped(3))
    #expect(queue.counts.dropped == 2 && queue.counts.made == 4 && queue.counts.mostWaiting == 1)
    let landed = queue.acknowledge(0, at: 0)
    #expect(landed && queue.inFlight == 2)
  }

  @Test("An acknowledgement of another call changes nothing but a count")
  func acknowledgement() {
    var queue = CallQueue()
    let early = queue.acknowledge(0, at: 0)
    queue.becomeReady(at: 0)
    _ = make("a", &queue)
    let wrong = queue.acknowledge(7, at: 0)
    #expect(!early && !wrong && flying(queue) == "0 a")
    #expect(queue.counts.unexpectedAcknowledgements == 2)
    let right = queue.acknowledge(0, at: 0)
    let twice = queue.acknowledge(0, at: 0)
    #expect(right && !twice)
  }

  @Test("A call that is never acknowledged is given up, and the next one goes")
  func timeout() {
    var queue = CallQueue(acknowledgementTimeoutNanoseconds: 100)
    queue.becomeReady(at: 0)
    _ = make("a", &queue, at: 1000)
    _ = make("b", &queue, at: 1050)
    let early = queue.expire(at: 1099)
    let late = queue.expire(at: 1100)
    #expect(early == nil && late == 0)
    #expect(flying(queue) == "1 b" && queue.counts.timedOut == 1)
    let next = queue.expire(at: 1199)
    let answer = queue.acknowledge(0, at: 1199)
    #expect(next == nil && !answer)
  }

  @Test("Leaving the page takes its calls with it")
  func leaving() {
    var queue = CallQueue()
    queue.becomeReady(at: 0)
    _ = make("a", &queue)
    _ = make("b", &queue)
    queue.leavePage()
    #expect(queue.state == .notReady && queue.waiting == 0 && queue.counts.abandoned == 2)
    #expect(make("c", &queue) == .queued(2))
    queue.becomeReady(at: 0)
    #expect(flying(queue) == "2 c")
  }

  @Test("A hundred thousand random steps do as a plain list does")
  func model() {
    let seed: UInt64 = 13
    var random = SeededRandom(seed: seed)
    var queue = CallQueue(maximumCalls: 8, maximumBytes: 64)
    var model: [(UInt64, String)] = []
    var next: UInt64 = 0
    queue.becomeReady(at: 0)
    for step in 0..<100_000 {
      if random.once(in: 2) {
        let text = String(repeating: "\(next % 10)", count: random.below(30))
        switch make(text, &queue) {
        case .dropped(let sequence): #expect(sequence == next)
        case .inFlight(let sequence), .queued(let sequence):
          #expect(sequence == next)
          model.append((sequence, text))
        }
        next += 1
        if model.count > 8 { Issue.record("seed \(seed), step \(step)") }
      } else if let first = model.first {
        let landed = queue.acknowledge(first.0, at: 0)
        #expect(landed)
        model.removeFirst()
      }
      let expected = model.first.map { "\($0.0) \($0.1)" }
      let actual = flying(queue)
      #expect(actual == expected, "seed \(seed), step \(step)")
    }
    #expect(queue.counts.dropped > 1000 && queue.counts.sent > 10_000)
  }
}
