import KymoCore
import KymoTestSupport
import Testing

/// Entries with their texts on their way to another thread, to the end.
@Suite("The end of a text ring") struct TextRingEndTests {
  /// What a slow reader got.
  ///
  /// Unchecked: the reading thread alone writes it, and it is read once that thread has given its end back.
  final class Received: @unchecked Sendable {
    var count: UInt64 = 0
    var last: Int64 = -1
    var problems: [String] = []
  }

  @Test(
    "1,000,000 texts to a slow reader: every one is delivered or counted",
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

  /// Pushes texts of 0 to 40 bytes, lets the writing end go, and waits for the reader.
  private func check(_ policy: OverflowPolicy, total: UInt64, textBytes: Int) {
    let ring = TextRing<UInt64>(minimumCapacity: 256, textBytes: textBytes, whenFull: policy)
    let (consumer, received) = (HandOver(ring.consumer), Received())
    let back = HandOver<TextRing<UInt64>.Consumer>()
    let thread = JoiningThread {
      var consumer = consumer.take()
      var waits = 0
      consumer.visitAll { number, text, _ in
        received.count += 1
        if Int64(number) <= received.last {
          received.problems.append("\(number) after \(received.last)")
        }
        received.last = Int64(number)
        let byte = UInt8(truncatingIfNeeded: number)
        if text.byteCount != Int(number % 41) || !UnsafeBytes.agree(text, { _ in byte }) {
          received.problems.append("\(number) is not as it was sent")
        }
        // Slow now and then, so that the ring is full and empty in turns.
        waits += 1
        if waits % 4096 == 0 {
          var waiter = Waiter(.park)
          for _ in 0..<Waiter.spins + Waiter.yields + 2 { waiter.pause() }
        }
      }
      back.put(consumer)
    }
    send(total, ring.producer)
    thread.join()
    let statistics = back.take().statistics
    #expect(received.problems.isEmpty, "\(received.problems.prefix(3))")
    #expect(received.count + statistics.droppedNewest + statistics.droppedOldest == total)
    if policy == .wait {
      #expect(received.count == total && statistics.waits > 0)
    } else {
      #expect(received.count > 0)
    }
    if policy == .dropNewest { #expect(statistics.droppedOldest == 0) }
  }

  private func send(_ total: UInt64, _ producer: consuming TextRing<UInt64>.Producer) {
    let texts = (0..<256).map { [UInt8](repeating: UInt8($0), count: 40) }
    for number in 0..<total {
      UnsafeBytes.lend(texts[Int(number & 255)], upTo: Int(number % 41)) {
        producer.push(number, $0)
      }
    }
  }

  @Test("A ring has ended once its writing end is gone and what it pushed was visited")
  func ended() {
    let ring = TextRing<Int>(minimumCapacity: 8, textBytes: 64)
    var producer: TextRing<Int>.Producer? = ring.producer
    var consumer = ring.consumer
    var ends = [consumer.hasEnded]
    producer?.push(1)
    consumer.visit { number, _, _ in #expect(number == 1) }
    // More may come.
    ends.append(consumer.hasEnded)
    producer?.push(2)
    producer = nil
    // One is left.
    ends.append(consumer.hasEnded)
    var looks: [Int] = []
    let count = consumer.visitAll(afterLook: { looks.append($0) }) { number, _, _ in
      #expect(number == 2)
    }
    ends.append(consumer.hasEnded)
    #expect(ends == [false, false, false, true] && count == 1 && looks == [1])
    let none = consumer.visitAll { _, _, _ in }
    #expect(none == 0)
  }
}
