/// A bounded ring of fixed-size entries with two texts each, to one other thread.
///
/// The texts lie in an arena beside the ring; an entry and its texts go together or not at all. What does not
/// fit is waited for, or dropped and counted, as the policy says. The ring ends when its writing end is let go.
///
///     let ring = TextRing<Int64>(minimumCapacity: 1024, textBytes: 1 << 20)
///     let (producer, consumer) = (HandOver(ring.producer), HandOver(ring.consumer))
///     let thread = JoiningThread { var consumer = consumer.take(); consumer.visitAll { time, text, _ in … } }
@frozen public struct TextRing<Header: BitwiseCopyable & Sendable>: ~Copyable, Sendable {
  /// The writing end; move it to the producing thread.
  public var producer: Producer
  /// The reading end; move it to the consuming thread.
  public var consumer: Consumer

  /// Makes an empty ring; nothing is allocated afterwards.
  ///
  /// - Parameters:
  ///   - minimumCapacity: how many entries fit at least.
  ///   - textBytes: how many bytes of texts fit at least; those of one entry may take half of it.
  ///   - policy: what happens to an entry that does not fit.
  ///   - wait: how a push waits.
  public init(
    minimumCapacity: Int,
    textBytes: Int,
    whenFull policy: OverflowPolicy = .wait,
    wait: WaitStrategy = .spinThenYield
  ) {
    let ring = SPSCRing<Slot>(
      minimumCapacity: minimumCapacity,
      whenFull: policy,
      wait: wait
    )
    let arena = PayloadArena(minimumCapacity: textBytes)
    let flag = RingEnding.Flag()
    producer = Producer(ring: ring.producer, arena: arena, ending: RingEnding(flag))
    consumer = Consumer(ring: ring.consumer, arena: arena, flag: flag)
  }

  /// An entry in the ring.
  @frozen @usableFromInline struct Slot: BitwiseCopyable, Sendable {
    @usableFromInline var header: Header
    /// Where the two texts lie, one behind the other.
    @usableFromInline var offset: UInt64
    @usableFromInline var firstLength: UInt32
    @usableFromInline var secondLength: UInt32

    @inlinable init(_ header: Header, offset: UInt64, _ firstLength: UInt32, _ secondLength: UInt32)
    {
      self.header = header
      self.offset = offset
      self.firstLength = firstLength
      self.secondLength = secondLength
    }
  }

  /// The writing end; only one thread may use it, and letting it go ends the ring.
  @frozen public struct Producer: ~Copyable, Sendable {
    @usableFromInline var ring: SPSCRing<Slot>.Producer
    @usableFromInline var texts: ArenaEnd
    @usableFromInline let arena: PayloadArena
    @usableFromInline let ending: RingEnding

    @usableFromInline init(
      ring: consuming SPSCRing<Slot>.Producer,
      arena: PayloadArena,
      ending: consuming RingEnding
    ) {
      texts = ArenaEnd(afterLast: ring.tail)
      self.ring = ring
      self.arena = arena
      self.ending = ending
    }

    /// Losses and delays so far.
    public var statistics: RingStatistics { ring.statistics }

    /// How many bytes the texts of one entry may have together.
    public var maximumTextBytes: Int { arena.maximumLength }

    /// Pushes an entry without texts.
    ///
    /// - Returns: what became of it.
    @inlinable @discardableResult
    public mutating func push(_ header: Header) -> PushResult {
      ring.push(Slot(header, offset: 0, 0, 0))
    }

    /// Pushes an entry with its texts, which are copied.
    ///
    /// - Returns: what became of it. Texts longer than ``maximumTextBytes`` are dropped under every policy,
    ///   and counted.
    /// - Complexity: O(bytes) unless the policy is to wait.
    @discardableResult
    public mutating func push(
      _ header: Header,
      _ first: RawSpan,
      _ second: RawSpan = RawSpan()
    ) -> PushResult {
      let length = first.byteCount + second.byteCount
      guard let place = texts.place(length, in: arena, &ring) else { return ring.countDrop() }
      arena.write(first, at: place)
      arena.write(second, at: place &+ UInt64(first.byteCount))
      let lengths = (UInt32(first.byteCount), UInt32(second.byteCount))
      let result = ring.push(Slot(header, offset: place, lengths.0, lengths.1))
      if result != .dropped { texts.note(end: place &+ UInt64(length), after: ring.tail) }
      return result
    }
  }

  /// The reading end; only one thread may use it.
  @frozen public struct Consumer: ~Copyable, Sendable {
    @usableFromInline var ring: SPSCRing<Slot>.Consumer
    @usableFromInline let arena: PayloadArena
    @usableFromInline let flag: RingEnding.Flag

    @usableFromInline init(
      ring: consuming SPSCRing<Slot>.Consumer,
      arena: PayloadArena,
      flag: RingEnding.Flag
    ) {
      self.ring = ring
      self.arena = arena
      self.flag = flag
    }

    /// Losses and delays so far.
    public var statistics: RingStatistics { ring.statistics }

    /// Shows `body` a run of entries with their texts, oldest first, and gives their room back.
    ///
    /// - Parameters:
    ///   - count: how many entries at most.
    ///   - body: gets an entry and its two texts, which last as long as its call.
    /// - Returns: how many were visited; 0 if the ring is empty.
    @discardableResult
    public mutating func visit(
      upTo count: Int = .max,
      _ body: (borrowing Header, RawSpan, RawSpan) -> Void
    ) -> Int {
      let arena = arena
      return ring.visit(upTo: count) { slots in
        var end: UInt64?
        for index in slots.indices {
          let slot = slots[index]
          let (first, second) = (Int(slot.firstLength), Int(slot.secondLength))
          arena.withTexts(slot.offset, first, second) { body(slot.header, $0, $1) }
          if first + second > 0 { end = slot.offset &+ UInt64(first + second) }
        }
        if let end { arena.free(upTo: end) }
      }
    }

    /// Whether nothing is there and nothing more comes: the writing end was let go, and all that it had pushed was
    /// visited.
    public var hasEnded: Bool {
      // The flag is read first: what was pushed before it was set is then seen by the look at the ring.
      mutating get { flag.value && ring.availableCount() == 0 }
    }

    /// Shows `body` every entry until the ring has ended, and waits while there is none.
    ///
    /// - Parameters:
    ///   - count: how many entries at most between two looks.
    ///   - strategy: how it waits.
    ///   - looked: told after each look how many entries there were, before it waits if there were none.
    ///   - body: see ``visit(upTo:_:)``.
    /// - Returns: how many there were in all.
    @discardableResult
    public mutating func visitAll(
      upTo count: Int = .max,
      waiting strategy: WaitStrategy = .park,
      afterLook looked: (Int) -> Void = { _ in },
      _ body: (borrowing Header, RawSpan, RawSpan) -> Void
    ) -> Int {
      var waiter = Waiter(strategy)
      var total = 0
      while !hasEnded {
        let found = visit(upTo: count, body)
        total += found
        looked(found)
        if found > 0 { waiter.reset() } else { waiter.pause() }
      }
      return total
    }
  }
}
