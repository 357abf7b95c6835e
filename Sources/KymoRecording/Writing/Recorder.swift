public import KymoCore
public import KymoMCAP

/// The sink that writes a recording, which threads of its own compress and put on the disk.
///
///     dispatcher: record ─▶ open chunk ─ when it is full ─▶ threads: compress, write in order
///
/// Messages are put together where they lie in the chunk, so that what crosses to another core is what will be in the
/// file, a mebibyte at a time. The number of chunks on their way is bounded, and so is memory: when the disk is too
/// slow, the dispatcher waits, or steps are dropped and counted, as the policy says. A process that is
/// killed loses the open chunk and those on their way at most; with `MCAPWriterOptions.flushNanoseconds` what came
/// within that time.
public struct Recorder: OutcomeSink, ~Copyable {
  private var writer: SessionWriter
  /// The threads to ask about the writer, which the compiler would copy if it were asked itself.
  private var background: MCAPChunkThreads?
  private let hasTrace: Bool
  private let policy: OverflowPolicy
  /// Why nothing is written any more.
  private var failure: MCAPError?
  private var lost: UInt64 = 0
  private var lostReplies: UInt64 = 0
  private let threads: Int
  private var rotation: RecorderRotation?
  /// When the first event of the file was; nil before it.
  private var fileStart: Int64?
  /// The time from which on an event makes the recorder look whether the file is full.
  private var lookTime = Int64.max
  private var passedCount: UInt64 = 0
  /// How many inputs have come so far, written or not.
  package private(set) var inputCount: UInt64 = 0

  /// How many bytes the message and the reply of one step may have together.
  public static var maximumTextBytes: Int { 1 << 23 }

  /// How many threads compress and write unless it is said otherwise: two are as fast as a dispatcher can be.
  public static var threadCount: Int { 2 }

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - writer: an open recording.
  ///   - hasTrace: whether outcomes are written, or only the events.
  ///   - policy: what happens to a step while so many chunks are on their way that no more may be. What is in a chunk
  ///     is not dropped any more: `dropOldest` drops as `dropNewest` does.
  ///   - threads: how many threads compress and write; the file is the same with any number. With 0 the dispatcher
  ///     does it.
  public init(
    _ writer: consuming SessionWriter,
    hasTrace: Bool,
    whenFull policy: OverflowPolicy = .wait,
    threads: Int = Recorder.threadCount
  ) {
    writer.encoder.output.writeInBackground(threads: threads)
    background = writer.encoder.output.threads
    health = background.map { RecorderHealth($0.health) }
    self.writer = writer
    self.hasTrace = hasTrace
    self.policy = policy
    self.threads = threads
  }

  /// Begins new files from now on.
  ///
  /// - Precondition: nothing was recorded, and the recording describes itself as the first part of a session.
  public mutating func rotate(_ rotation: RecorderRotation) {
    precondition(inputCount == 0 && writer.encoder.description.part == SessionPart())
    self.rotation = rotation
    lookTime = .min
  }

  /// Whether the writer has failed, so that what follows is in vain.
  public var hasFailed: Bool { failure != nil || background?.hasFailed == true }

  /// Whether the recorder can go on, for threads other than the dispatcher's; nil if it has no threads of its own.
  package let health: RecorderHealth?

  /// Writes an event and its outcome.
  public mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if event.timestamp >= lookTime { beginFileIfFull(at: event.timestamp) }
    if event.source != .device { inputCount += 1 }
    guard mayWrite(message.byteCount + reply.byteCount) else {
      return recordLess(event, outcome, digest, message: message, reply: reply)
    }
    write(event, outcome, digest, message: message, reply: reply)
  }

  /// Writes an event that no handler saw.
  public mutating func pass(_ event: borrowing Event, message: RawSpan) {
    if event.timestamp >= lookTime { beginFileIfFull(at: event.timestamp) }
    inputCount += 1
    passedCount += 1
    guard mayWrite(message.byteCount) else {
      if failure == nil { lost += 1 }
      return
    }
    do throws(MCAPError) { try writer.encoder.append(input: event, message: message) } catch {
      failure = error
    }
  }

  @inline(__always) private mutating func write(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ digest: UInt64,
    message: RawSpan,
    reply: RawSpan?
  ) {
    do throws(MCAPError) {
      if hasTrace {
        try writer.encoder.append(event, outcome, digest, message: message, reply: reply)
      } else {
        try writer.encoder.append(input: event, message: message)
      }
    } catch { failure = error }
  }

  // MARK: New files

  /// Begins a new file before the event of a time if the open one is full.
  @inline(never)
  private mutating func beginFileIfFull(at time: Int64) {
    guard let rotation, failure == nil else {
      lookTime = .max
      return
    }
    let start = fileStart ?? time
    fileStart = start
    lookTime = time.addingReportingOverflow(RecorderRotation.lookNanoseconds).partialValue
    if lookTime < time { lookTime = .max }
    let age = time.subtractingReportingOverflow(start)
    guard
      age.overflow || age.partialValue >= rotation.nanoseconds
        || writer.bytesWritten >= rotation.bytes
    else { return }
    beginFile(rotation)
    fileStart = time
  }

  private mutating func beginFile(_ rotation: RecorderRotation) {
    let next = writer.encoder.nextPart(passed: passedCount)
    var former: SessionWriter
    do throws(MCAPError) { former = try rotation.next(next) } catch {
      lookTime = .max
      rotation.failed(error)
      return
    }
    former.encoder.output.writeInBackground(threads: threads)
    swap(&former, &writer)
    background = writer.encoder.output.threads
    let result = former.encoder.result(until: next)
    do throws(MCAPError) {
      _ = try former.finish(result)
      if let writing = background?.health { health?.goOn(with: writing) }
      try rotation.completed()
    } catch { failure = error }
  }

  /// Whether a step with so many bytes of texts is written, and not lost.
  @inline(__always) private func mayWrite(_ textBytes: Int) -> Bool {
    failure == nil && textBytes <= Self.maximumTextBytes && (policy == .wait || !isBehind)
  }

  /// Whether the chunks that a step may close find no room among those on their way.
  private var isBehind: Bool { (background?.freeChunks ?? .max) < Self.chunksOfStep }

  /// How many chunks a step closes at most: both because of its time, and those that its input, its outcome, its
  /// digest and its reply do not fit into.
  private static var chunksOfStep: Int { 5 }

  /// An event is never lost with its reply: if both are too long, it goes without.
  private mutating func recordLess(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    _ digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if failure != nil { return }
    guard !reply.isEmpty, mayWrite(message.byteCount) else {
      lost += 1
      return
    }
    lostReplies += 1
    write(event, outcome, digest, message: message, reply: nil)
  }

  /// Waits for the threads and ends the recording.
  ///
  /// - Parameters:
  ///   - result: the run's digests and losses; the recorder adds its own losses.
  ///   - attachments: files that travel with the recording, such as ``SessionFile/captureName``.
  ///   - records: further metadata, under names that are not the session's own.
  /// - Returns: the statistics of the file.
  /// - Throws: why the writer failed; what it had written is still there. Under the policy to wait also
  ///   `limit` if anything was lost all the same, since its texts were too long.
  public consuming func finish(
    _ result: SessionResult,
    attaching attachments: [MCAPAttachment] = [],
    adding records: [MCAPMetadata] = []
  ) throws(MCAPError) -> MCAPStatistics {
    try finish(result) { (writer) throws(MCAPError) in
      for record in records { try writer.append(record) }
      for attachment in attachments { try writer.append(attachment) }
    }
  }

  /// The same, with what else travels with the recording.
  consuming func finish(
    _ result: SessionResult,
    appending extras: (inout MCAPWriter) throws(MCAPError) -> Void
  ) throws(MCAPError) -> MCAPStatistics {
    if let failure { throw failure }
    if policy == .wait, lost + lostReplies > 0 {
      throw MCAPError(
        .limit,
        at: writer.bytesWritten,
        "the texts of \(lost + lostReplies) events are longer than \(Self.maximumTextBytes) bytes"
      )
    }
    var result = result
    if lost > 0 { result.losses.append(SessionResult.Loss(place: "recorder", count: lost)) }
    if lostReplies > 0 {
      result.losses.append(SessionResult.Loss(place: "recorder, replies", count: lostReplies))
    }
    try extras(&writer.encoder.output)
    result = writer.encoder.result(ofLast: result)
    return try writer.finish(result)
  }
}
