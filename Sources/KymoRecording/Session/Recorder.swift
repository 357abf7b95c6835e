public import KymoCore
import Synchronization

/// The step sink that writes a recording on a thread of its own.
///
/// Between the dispatcher and the writer lies a bounded ring, so memory is bounded too: when the disk is
/// too slow, the dispatcher waits, or steps are dropped and counted, as the policy says. The recording
/// grows chunk by chunk; a process that is killed loses the open chunk at most.
public struct Recorder: StepSink, ~Copyable {
  /// An event and what became of it, on the way to the writer.
  @usableFromInline struct Entry: BitwiseCopyable, Sendable {
    @usableFromInline var event: Event
    @usableFromInline var step: TraceStep

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
  let shared = Shared()
  let thread: Thread
  let finished = HandOver<Written>()

  /// What the writing thread gives back.
  struct Written: ~Copyable {
    var writer: SessionWriter
    var failure: MCAPError?
  }

  /// How many steps lie between dispatcher and writer at most.
  public static var capacity: Int { 16_384 }

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
    let (shared, finished) = (shared, finished)
    let (entries, output) = (HandOver(ring.consumer), HandOver(writer))
    thread = Thread {
      finished.put(
        Self.write(output.take(), from: entries.take(), hasTrace: hasTrace, until: shared)
      )
    }
  }

  /// Whether the writer has failed, so that what follows is in vain.
  public var hasFailed: Bool { shared.hasFailed.load(ordering: .relaxed) }

  /// Hands a step to the writer.
  @inlinable public mutating func record(_ event: borrowing Event, _ step: borrowing TraceStep) {
    producer.push(Entry(event: copy event, step: copy step))
  }

  /// Waits for the writer and ends the recording.
  ///
  /// - Parameter result: the run's digests and losses; the recorder adds its own losses.
  /// - Returns: the statistics of the file.
  /// - Throws: why the writer failed; what it had written is still there.
  public consuming func finish(_ result: SessionResult) throws(MCAPError) -> MCAPStatistics {
    let drops = producer.statistics
    shared.isDone.store(true, ordering: .releasing)
    thread.join()
    let written = finished.take()
    if let failure = written.failure { throw failure }
    var result = result
    let lost = drops.droppedNewest + drops.droppedOldest
    if lost > 0 { result.losses.append(SessionResult.Loss(place: "recorder", count: lost)) }
    return try written.writer.finish(result)
  }

  private static func write(
    _ output: consuming SessionWriter,
    from entries: consuming SPSCRing<Entry>.Consumer,
    hasTrace: Bool,
    until shared: Shared
  ) -> Written {
    var written = Written(writer: output, failure: nil)
    var waiter = Waiter(.park)
    while true {
      // The flag is read first: what was pushed before it was set is then seen by the visit.
      let isDone = shared.isDone.load(ordering: .acquiring)
      let count = entries.visit { written.append($0, hasTrace: hasTrace) }
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
  /// Writes entries; after a failure they are passed over, so that the dispatcher can go on.
  mutating func append(_ entries: Span<Recorder.Entry>, hasTrace: Bool) {
    if failure != nil { return }
    do throws(MCAPError) {
      for index in entries.indices {
        if hasTrace {
          try writer.append(entries[index].event, entries[index].step)
        } else {
          try writer.append(entries[index].event)
        }
      }
    } catch { failure = error }
  }
}
