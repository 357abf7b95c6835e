public import KymoCore
public import KymoMCAP
import Synchronization

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
    /// Whether the text of the reply did not fit, and is left out.
    @usableFromInline var lacksReply = false

    @usableFromInline init(event: Event, step: TraceStep) {
      self.event = event
      self.step = step
    }
  }

  final class Shared: Sendable {
    let isDone = Atomic<Bool>(false)
    let hasFailed = Atomic<Bool>(false)
  }

  @usableFromInline var producer: TextRing<Entry>.Producer
  private let policy: OverflowPolicy
  private var lostReplies: UInt64 = 0
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

  /// How many bytes of messages and replies lie between them; those of one step may take half of it.
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
    // Room for texts also if the recording has no calls: handlers reply with texts to whatever they get.
    let ring = TextRing<Entry>(
      minimumCapacity: Self.capacity,
      textBytes: Self.textCapacity,
      whenFull: policy
    )
    producer = ring.producer
    self.policy = policy
    let (shared, finished) = (shared, finished)
    let (entries, output) = (HandOver(ring.consumer), HandOver(writer))
    let thread = Thread {
      finished.put(Self.write(output.take(), from: entries.take(), hasTrace: hasTrace, shared))
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
    if message.byteCount + reply.byteCount > 0 {
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
    if message.byteCount > 0 {
      recordTexts(entry, message: message, reply: RawSpan())
    } else {
      producer.push(entry)
    }
  }

  /// An event is never lost with its reply: if both do not fit, it goes without.
  @usableFromInline
  mutating func recordTexts(_ entry: Entry, message: RawSpan, reply: RawSpan) {
    if producer.push(entry, message, reply) != .dropped || reply.isEmpty { return }
    var entry = entry
    entry.lacksReply = true
    lostReplies += 1
    producer.push(entry, message)
  }

  /// Waits for the writer and ends the recording.
  ///
  /// - Parameters:
  ///   - result: the run's digests and losses; the recorder adds its own losses.
  ///   - attachments: files that travel with the recording, such as ``SessionFile/captureName``.
  /// - Returns: the statistics of the file.
  /// - Throws: why the writer failed; what it had written is still there. Under the policy to wait also
  ///   `limit` if anything was lost all the same, since its texts were too long.
  public consuming func finish(
    _ result: SessionResult,
    attaching attachments: [MCAPAttachment] = []
  ) throws(MCAPError) -> MCAPStatistics {
    let drops = producer.statistics
    let (policy, lostReplies) = (policy, lostReplies)
    writing.finish()
    var written = finished.take()
    if let failure = written.failure { throw failure }
    var result = result
    // What was tried again without its reply was dropped once as a whole, and was not lost.
    let lost = drops.droppedNewest + drops.droppedOldest - lostReplies
    if policy == .wait, lost + lostReplies > 0 {
      throw MCAPError(
        .limit,
        at: written.writer.bytesWritten,
        "the texts of \(lost + lostReplies) events are longer than \(Self.textCapacity / 2) bytes"
      )
    }
    if lost > 0 { result.losses.append(SessionResult.Loss(place: "recorder", count: lost)) }
    if lostReplies > 0 {
      result.losses.append(SessionResult.Loss(place: "recorder, replies", count: lostReplies))
    }
    for attachment in attachments { try written.writer.attach(attachment) }
    return try written.writer.finish(result)
  }

  private static func write(
    _ output: consuming SessionWriter,
    from entries: consuming TextRing<Entry>.Consumer,
    hasTrace: Bool,
    _ shared: Shared
  ) -> Written {
    var written = Written(writer: output, failure: nil)
    var waiter = Waiter(.nap)
    while true {
      // The flag is read first: what was pushed before it was set is then seen by the visit.
      let isDone = shared.isDone.load(ordering: .acquiring)
      let count = entries.visit { written.append($0, message: $1, reply: $2, hasTrace: hasTrace) }
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

extension Recorder.Written {
  /// Writes an entry; after a failure it is passed over, so that the dispatcher can go on.
  mutating func append(
    _ entry: borrowing Recorder.Entry,
    message: RawSpan,
    reply: RawSpan,
    hasTrace: Bool
  ) {
    if failure != nil { return }
    let isStep = hasTrace ? !entry.isPassed : false
    let step = isStep ? entry.step : nil
    let hasReply = !entry.lacksReply
    do throws(MCAPError) {
      try writer.encoder.append(entry.event, step, message: message, reply: hasReply ? reply : nil)
    } catch { failure = error }
  }
}
