/// The events that handlers and sinks have raised for later, in order; the next one lies last.
///
/// Their texts lie one behind the other; when one is taken, those behind it move up.
///
/// SAFETY: `events` has room for ``maximumCount``, of which the first `count` are initialised; `current` is
/// one slot that is initialised from the start, and `sequences` has one for each source. `texts` has room
/// for ``textCapacity`` bytes if there are texts, and one otherwise; its first `textCount` are initialised,
/// and the references of waiting events lie within them, as only `keep` makes them. All live from `init`
/// to `deinit`.
@safe @frozen @usableFromInline struct RaisedEvents: ~Copyable {
  @usableFromInline let events: UnsafeMutablePointer<Event>
  /// Where the event lies that is being dispatched.
  @usableFromInline let current: UnsafeMutablePointer<Event>
  /// The text of that event.
  @usableFromInline let arena: PayloadArena
  @usableFromInline let sequences: UnsafeMutablePointer<UInt32>
  @usableFromInline let texts: UnsafeMutableRawPointer
  @usableFromInline let hasTexts: Bool
  @usableFromInline var textCount = 0
  @usableFromInline var count = 0
  /// An input later than this comes after the next raised event, or at its time; `Int64.max` if there is
  /// none.
  @usableFromInline var due = Int64.max
  /// Whether nothing more may be raised.
  @usableFromInline var isFinished = false
  /// How many events in a row were taken for one and the same time, and which that was.
  @usableFromInline var chain = 0
  @usableFromInline var chainTime = Int64.min

  @usableFromInline static var maximumCount: Int { 1024 }
  @usableFromInline static var maximumTextBytes: Int { 1 << 18 }
  @usableFromInline static var textCapacity: Int { 1 << 20 }

  @usableFromInline init(hasTexts: Bool) {
    self.hasTexts = hasTexts
    unsafe events = .allocate(capacity: Self.maximumCount)
    unsafe current = .allocate(capacity: 1)
    unsafe current.initialize(to: .none)
    unsafe sequences = .allocate(capacity: 256)
    unsafe sequences.initialize(repeating: 0, count: 256)
    unsafe texts = .allocate(byteCount: hasTexts ? Self.textCapacity : 1, alignment: 64)
    arena = PayloadArena(minimumCapacity: hasTexts ? 2 * Self.maximumTextBytes : 0)
  }

  @inlinable deinit {
    unsafe events.deallocate()
    unsafe current.deallocate()
    unsafe sequences.deallocate()
    unsafe texts.deallocate()
  }

  /// Copies a text for an event that is about to be inserted.
  mutating func keep(_ text: RawSpan, tag: UInt32) throws(HandlerError) -> PayloadReference {
    let length = text.byteCount
    guard hasTexts, textCount + length <= Self.textCapacity else { throw .unavailable }
    unsafe text.withUnsafeBytes { bytes in
      if let start = bytes.baseAddress {
        unsafe (texts + textCount).copyMemory(from: start, byteCount: length)
      }
    }
    let reference = PayloadReference(offset: UInt64(textCount), length: UInt32(length), tag: tag)
    textCount += length
    return reference
  }

  /// Gives the bytes of a text back.
  mutating func letGo(_ reference: PayloadReference) {
    let (start, length) = (Int(reference.offset), Int(reference.length))
    guard length > 0 else { return }
    let end = start + length
    unsafe (texts + start).copyMemory(from: texts + end, byteCount: textCount - end)
    textCount -= length
    for place in 0..<count where unsafe events[place].kind.isReference {
      // The tag lies beside the length, which does not change.
      if unsafe events[place].payload.word0 >= UInt64(end) {
        unsafe events[place].payload.word0 -= UInt64(length)
      }
    }
  }

  /// Puts an event in its place, which that of its time, source and sequence decides.
  @usableFromInline mutating func insert(
    _ command: CommandID,
    at timestamp: Int64,
    source: SourceID = .device,
    kind: EventKind,
    payload: Payload
  ) throws(HandlerError) -> RaisedEvent {
    guard count < Self.maximumCount, !isFinished else { throw .unavailable }
    // Events that raise each other for the present would never end.
    if timestamp == chainTime, chain >= Self.maximumCount { throw .unavailable }
    let sequence = unsafe sequences[Int(source.rawValue)]
    let event = Event(
      timestamp: timestamp,
      sequence: sequence,
      command: command,
      source: source,
      kind: kind,
      payload: payload
    )
    var place = count
    while unsafe place > 0 && events[place - 1].precedes(event) {
      unsafe (events + place).initialize(to: events[place - 1])
      place -= 1
    }
    unsafe (events + place).initialize(to: event)
    count += 1
    unsafe sequences[Int(source.rawValue)] = sequence &+ 1
    noteNext()
    return RaisedEvent(sequence: sequence, source: source)
  }

  /// Takes an event back; false if it is not there any more.
  @usableFromInline mutating func remove(_ raised: RaisedEvent) -> Bool {
    for place in 0..<count {
      let event = unsafe events[place]
      guard event.sequence == raised.sequence, event.source == raised.source else { continue }
      for later in place..<count - 1 { unsafe events[later] = events[later + 1] }
      count -= 1
      if event.kind.isReference { letGo(event.payload.reference) }
      noteNext()
      return true
    }
    return false
  }

  /// Whether an event still waits.
  func holds(_ raised: RaisedEvent) -> Bool {
    for place in 0..<count {
      let event = unsafe events[place]
      if event.sequence == raised.sequence, event.source == raised.source { return true }
    }
    return false
  }

  /// Whether the next event goes before `event`.
  @usableFromInline func hasNext(before event: borrowing Event) -> Bool {
    if count == 0 { return false }
    return unsafe events[count - 1].precedes(event)
  }

  /// Whether the next event is due before `timestamp`.
  @usableFromInline func hasNext(before timestamp: Int64) -> Bool {
    unsafe count > 0 && events[count - 1].timestamp < timestamp
  }

  /// The time of the next event; the last time of all if none waits.
  var nextTime: Int64 { unsafe count > 0 ? events[count - 1].timestamp : .max }

  /// The events that wait, the next one first.
  var waiting: [Event] { (0..<count).reversed().map { unsafe events[$0] } }

  /// Moves the next event to `current`, and its text to `arena`.
  ///
  /// - Precondition: there is one.
  @usableFromInline mutating func takeNext() {
    precondition(count > 0, "no event was raised")
    count -= 1
    unsafe current.pointee = events[count]
    let time = unsafe current.pointee.timestamp
    chain = time == chainTime ? chain + 1 : 1
    chainTime = time
    if unsafe current.pointee.kind.isReference {
      var reference = unsafe current.pointee.payload.reference
      let start = unsafe UnsafeRawPointer(texts + Int(reference.offset))
      let text = unsafe UnsafeRawBufferPointer(start: start, count: Int(reference.length))
      arena.write(unsafe RawSpan(_unsafeBytes: text), at: 0)
      letGo(reference)
      reference.offset = 0
      unsafe current.pointee.payload = Payload(reference)
    }
    noteNext()
  }

  private mutating func noteNext() {
    guard count > 0 else {
      due = .max
      return
    }
    let next = unsafe events[count - 1]
    // Inputs of the same time go before those of the device; before other sources, some do.
    due = next.source == .device || next.timestamp == .min ? next.timestamp : next.timestamp - 1
  }
}
