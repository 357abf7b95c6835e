import KymoCore
import Testing

/// The arena that goes with a ring of the caller's own.
@Suite("Payload arena writer") struct PayloadArenaWriterTests {
  func write(
    _ bytes: [UInt8],
    _ writer: inout PayloadArenaWriter,
    waits: Bool = false
  ) -> PayloadReference? {
    UnsafeBytes.lend(bytes) { writer.write($0, waits: waits) }
  }

  @Test("A text lies where the reference says, one behind the other, whole")
  func places() {
    var writer = PayloadArenaWriter(minimumCapacity: 64)
    let texts = [20, 20, 20].map { [UInt8](repeating: UInt8($0), count: $0) } + [[], [1]]
    let references = texts.map { write($0, &writer) }
    #expect(references.map { $0?.offset } == [0, 20, 40, 60, 60])
    #expect(references.map { $0?.length } == [20, 20, 20, 0, 1])
    for (text, reference) in zip(texts, references) {
      guard let reference else { continue }
      #expect(writer.arena.withMessage(reference, UnsafeBytes.copy) == text)
    }
  }

  @Test("What does not fit now is refused without waiting, and fits when the consumer has freed")
  func full() {
    var writer = PayloadArenaWriter(minimumCapacity: 64)
    #expect(writer.arena.capacity == 64 && writer.arena.maximumLength == 32)
    #expect(write([UInt8](repeating: 1, count: 33), &writer, waits: true) == nil, "it never fits")
    let half = [UInt8](repeating: 2, count: 32)
    #expect(write(half, &writer)?.offset == 0)
    #expect(write(half, &writer)?.offset == 32)
    #expect(write([3], &writer) == nil)
    #expect(write([], &writer)?.offset == 64)
    writer.arena.free(upTo: 31)
    #expect(write(half, &writer) == nil)
    writer.arena.free(upTo: 32)
    #expect(write(half, &writer)?.offset == 64)
    #expect(write([4], &writer) == nil, "nothing was freed but the first")
  }

  @Test("What nobody will free is taken back, and its room is there again")
  func takenBack() throws {
    var writer = PayloadArenaWriter(minimumCapacity: 64)
    let kept = try #require(write([1, 2, 3], &writer))
    let first = try #require(write([UInt8](repeating: 4, count: 30), &writer))
    #expect(write([UInt8](repeating: 5, count: 31), &writer) != nil)
    #expect(write([6], &writer) == nil)
    writer.takeBack(from: first)
    #expect(write([UInt8](repeating: 7, count: 32), &writer)?.offset == first.offset)
    #expect(write([UInt8](repeating: 8, count: 29), &writer) != nil)
    #expect(write([9], &writer) == nil)
    #expect(writer.arena.withMessage(kept, UnsafeBytes.copy) == [1, 2, 3])
  }

  @Test("Without any memory there is no room for a text")
  func none() {
    var writer = PayloadArenaWriter(minimumCapacity: 0)
    #expect(write([1], &writer, waits: true) == nil)
    #expect(writer.arena.capacity == 0)
  }

  /// Apart from its use: together the optimiser of Swift 6.3.1 asserts.
  @inline(never)
  private static func boxedWriter(_ bytes: Int) -> (HandOver<PayloadArenaWriter>, PayloadArena) {
    let texts = PayloadArenaWriter(minimumCapacity: bytes)
    let arena = texts.arena
    return (HandOver(texts), arena)
  }

  @Test(
    "Texts of random lengths cross threads whole, whoever is faster",
    arguments: [(64, 4, 5_000), (256, 8, 10_000), (4096, 64, 30_000)] as [(Int, Int, UInt32)]
  )
  func twoThreads(_ bytes: Int, _ capacity: Int, _ count: UInt32) {
    struct Entry: BitwiseCopyable, Sendable {
      var number: UInt32
      var text: PayloadReference
    }
    let ring = SPSCRing<Entry>(minimumCapacity: capacity)
    let producerBox = HandOver(ring.producer)
    let (writerBox, arena) = Self.boxedWriter(bytes)
    let refused = Counter()
    let thread = JoiningThread {
      var producer = producerBox.take()
      var writer = writerBox.take()
      for number in 0..<count {
        let message = NumberedMessage(number: number, longest: bytes / 2)
        // In turns it waits by itself and lets itself be refused.
        var waiter = Waiter(.spinThenYield)
        while true {
          let reference = UnsafeBytes.lend(message.bytes) {
            writer.write($0, waits: number % 2 == 0)
          }
          if let reference {
            producer.push(Entry(number: number, text: reference))
            break
          }
          if number % 2 == 0 { refused.increment() }
          waiter.pause()
        }
      }
    }
    var consumer = ring.consumer
    var next: UInt32 = 0
    var wrong = 0
    var read: UInt64 = 0
    var waiter = Waiter(.spinThenYield)
    while next < count {
      guard let entry = consumer.pop() else {
        arena.free(upTo: read)
        waiter.pause()
        continue
      }
      waiter.reset()
      let message = NumberedMessage(number: entry.number, longest: bytes / 2)
      let isRight = arena.withMessage(entry.text) { message.isEqual(to: $0) }
      if entry.number != next || isRight != true { wrong += 1 }
      next += 1
      // Not after every text: what is freed later frees what came before.
      read = entry.text.offset + UInt64(entry.text.length)
      if next % 3 == 0 { arena.free(upTo: read) }
    }
    thread.join()
    #expect(wrong == 0)
    #expect(refused.value == 0, "who waits is not refused")
  }
}
