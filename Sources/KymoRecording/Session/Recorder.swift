public import KymoCore
import Synchronization
public import KymoMCAP

/// The sink that writes a recording on a thread of its own.
///
/// Between the dispatcher and the writer lies a bounded ring, so memory is bounded too: when the disk is
/// too slow, the dispatcher waits, or steps are dropped and counted, as the policy says. The recording
/// grows chunk by chunk; a process that is killed loses the open chunk at most.
public struct Recorder: OutcomeSink, ~Copyable {
  /// An event and what became of it, on the way to the writer.
  @usableFromInline struct Entry: BitwiseCopyable, Sendable {
    @usableFromInline var event: Event
    @usableFromInline var step: TraceStep
    /// Whether no handler saw the event, so that it has no step.
    @usableFromInline var isPassed = false
    /// Where the text of a reply lies in the recorder's arena; of length 0 if there is none.
    @usableFromInline var reply = PayloadReference(offset: 0, length: 0)

    @usableFromInline init(event: Event, step: TraceStep) {
      self.event = event
      self.step = step
    }
  }

  final class Shared: Sendable {
    let isDone = Atomic<Bool>(false)
    let hasFailed = Atomic<Bool>(false)
  }

  @usableFromInline var producer: SPSCRing<Entry>.Producer
  private var texts: PayloadArenaWriter
  private let policy: OverflowPolicy
  private var droppedTexts: UInt64 = 0
  let shared = Shared()
  let writing: Writing
  let finished = HandOver<Written>()

  /// The writing thread, which is told that there will be no more before it is waited for.
  struct Writing: ~Copyable {
    let shared: Shared
    let thread: Thread

    /// Waits until everything is written.
    consuming func finish() {}

    deinit { shared.isDone.store(true, ordering: .releasing) }
  }

  /// What the writing thread gives back.
  struct Written: ~Copyable {
    var writer: SessionWriter
    var failure: MCAPError?
  }

  /// How many steps lie between dispatcher and writer at most.
  public static var capacity: Int { 16_384 }

  /// How many bytes of requests and replies lie between them; a single one may take half of it.
  public static var textCapacity: Int { 1 << 24 }

  /// Starts the writing thread.
  ///
  /// - Parameters:
  ///   - writer: an open recording.
  ///   - hasTrace: whether outcomes are written, or only the events.
  ///   - policy: what happens to a step that does not fit.
  public init(
    _ writer: consuming SessionWriter,
    hasTrace: Bool,
    whenFull policy: OverflowPolicy = .wait
  ) {
    let ring = SPSCRing<Entry>(minimumCapacity: Self.capacity, whenFull: policy)
    producer = ring.producer
    self.policy = policy
    // Also for a recording without calls: handlers reply with texts to whatever they are given.
    let texts = PayloadArenaWriter(minimumCapacity: Self.textCapacity)
    let arena = texts.arena
    self.texts = texts
    let (shared, finished) = (shared, finished)
    let (entries, output) = (HandOver(ring.consumer), HandOver(writer))
    let thread = Thread {
      finished.put(
        Self.write(output.take(), from: entries.take(), arena, hasTrace: hasTrace, until: shared)
      )
    }
    writing = Writing(shared: shared, thread: thread)
  }

  /// Whether the writer has failed, so that what follows is in vain.
  public var hasFailed: Bool { shared.hasFailed.load(ordering: .relaxed) }

  /// Hands an event and its outcome to the writer.
  @inlinable public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    let entry = Entry(
      event: copy event,
      step: TraceStep(outcome: copy outcome, digest: digest)
    )
    if entry.event.kind.isReference || entry.step.outcome.replyKind == .text {
      return recordTexts(entry, message: message, reply: reply)
    }
    producer.push(entry)
  }

  /// Hands an event to the writer that no handler saw.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    var entry = Entry(
      event: copy event,
      step: TraceStep(outcome: Outcome(index: 0, status: .completed), digest: 0)
    )
    entry.isPassed = true
    if entry.event.kind.isReference {
      recordTexts(entry, message: message, reply: RawSpan())
    } else {
      producer.push(entry)
    }
  }

  @usableFromInline
  mutating func recordTexts(_ entry: Entry, message: RawSpan, reply: RawSpan) {
    var entry = entry
    var first: PayloadReference?
    if entry.event.kind.isReference {
      guard var copied = texts.write(message, waits: policy == .wait) else {
        return droppedTexts += 1
      }
      first = copied
      copied.tag = entry.event.payload.reference.tag
      entry.event.payload = Payload(copied)
    }
    if entry.step.outcome.replyKind == .text {
      guard let copied = texts.write(reply, waits: policy == .wait) else {
        if let first { texts.takeBack(from: first) }
        return droppedTexts += 1
      }
      first = first ?? copied
      entry.reply = copied
    }
    // Of what was dropped the writer will not hear, and so it will not free its texts.
    if producer.push(entry) == .dropped, let first { texts.takeBack(from: first) }
  }

  /// Waits for the writer and ends the recording.
  ///
  /// - Parameter result: the run's digests and losses; the recorder adds its own losses.
  /// - Returns: the statistics of the file.
  /// - Throws: why the writer failed; what it had written is still there.
  public consuming func finish(_ result: SessionResult) throws(MCAPError) -> MCAPStatistics {
    let drops = producer.statistics
    let droppedTexts = droppedTexts
    writing.finish()
    let written = finished.take()
    if let failure = written.failure { throw failure }
    var result = result
    let lost = drops.droppedNewest + drops.droppedOldest + droppedTexts
    if lost > 0 { result.losses.append(SessionResult.Loss(place: "recorder", count: lost)) }
    return try written.writer.finish(result)
  }

  private static func write(
    _ output: consuming SessionWriter,
    from entries: consuming SPSCRing<Entry>.Consumer,
    _ texts: PayloadArena,
    hasTrace: Bool,
    until shared: Shared
  ) -> Written {
    var written = Written(writer: output, failure: nil)
    var waiter = Waiter(.park)
    while true {
      // The flag is read first: what was pushed before it was set is then seen by the visit.
      let isDone = shared.isDone.load(ordering: .acquiring)
      let count = entries.visit {
        written.append($0, texts, hasTrace: hasTrace)
        if texts.capacity > 0 { Self.free($0, in: texts) }
      }
      if written.failure != nil { shared.hasFailed.store(true, ordering: .relaxed) }
      if count > 0 {
        waiter.reset()
      } else if isDone {
        return written
      } else {
        waiter.pause()
      }
    }
  }
}

extension Recorder {
  /// Gives the texts of entries back that are written.
  private static func free(_ entries: Span<Entry>, in texts: PayloadArena) {
    for index in entries.indices.reversed() {
      var last = entries[index].reply
      if last.length == 0, entries[index].event.kind.isReference {
        last = entries[index].event.payload.reference
      }
      if last.length > 0 { return texts.free(upTo: last.offset &+ UInt64(last.length)) }
    }
  }
}

extension Recorder.Written {
  /// Writes entries; after a failure they are passed over, so that the dispatcher can go on.
  mutating func append(_ entries: Span<Recorder.Entry>, _ texts: PayloadArena, hasTrace: Bool) {
    if failure != nil { return }
    do throws(MCAPError) {
      for index in entries.indices {
        let entry = entries[index]
        if entry.event.kind.isReference || entry.step.outcome.replyKind == .text {
          try append(entry, texts, hasTrace: hasTrace)
        } else if hasTrace && !entry.isPassed {
          try writer.append(entries[index].event, entries[index].step)
        } else {
          try writer.append(entries[index].event)
        }
      }
    } catch { failure = error }
  }
  /// Writes an entry with texts.
  private mutating func append(
    _ entry: Recorder.Entry,
    _ texts: PayloadArena,
    hasTrace: Bool
  ) throws(MCAPError) {
    if entry.event.kind.isReference {
      let reference = entry.event.payload.reference
      _ = try texts.withMessage(reference) { (text) throws(MCAPError) in
        try writer.append(entry.event, message: text)
      }
    } else {
      try writer.append(entry.event)
    }
    guard hasTrace, !entry.isPassed else { return }
    try writer.append(step: entry.step, of: entry.event)
    if entry.step.outcome.replyKind == .text {
      _ = try texts.withMessage(entry.reply) { (text) throws(MCAPError) in
        try writer.append(reply: text, of: entry.event, entry.step)
      }
    }
  }
}
