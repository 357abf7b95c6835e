/// Sees to it that no message is in memory alone for longer than it may: work for a thread of its own.
///
/// It looks at the open chunks twice in that time, and a little more often. What it has seen before and is not in the
/// file yet is copied there. So chunks that fill quickly cost nothing, as they are closed before they are seen
/// again, and what is written is never older than it may be; nobody else has to do anything for it, least of all
/// whoever is busy, or waits.
struct MCAPTailKeeper: ~Copyable {
  /// How often it looks, as a part of the time that is allowed: the rest is for compressing and writing.
  private static let share = 0.45
  /// How often copies are made anew if a chunk is closed meanwhile.
  private static let attempts = 8

  private let chunks: MCAPOpenChunks
  private let queue: UnsafeMCAPChunkQueue
  private let interval: Int64
  private let synchronizes: Bool
  private var compressor: UnsafeMCAPCompressor
  private var press: MCAPChunkPress
  private var main = UnsafeMCAPChunkBuilder(capacity: 0, keepsIndex: false)
  private var apart = UnsafeMCAPChunkBuilder(capacity: 0, keepsIndex: false)
  private var seen = (main: MCAPOpenChunks.Look(), apart: MCAPOpenChunks.Look())
  private var saved = (main: MCAPOpenChunks.Look(), apart: MCAPOpenChunks.Look())
  private var synchronized: UInt64 = 0

  init(_ chunks: MCAPOpenChunks, _ queue: UnsafeMCAPChunkQueue, _ options: MCAPWriterOptions) {
    self.chunks = chunks
    self.queue = queue
    interval = max(1_000_000, Int64(Double(options.flushNanoseconds) * Self.share))
    synchronizes = options.synchronizes
    compressor = UnsafeMCAPCompressor(options)
    press = MCAPChunkPress(options)
  }

  /// Works until it is told to end.
  mutating func work() {
    while chunks.wait(nanoseconds: interval) {
      let now = chunks.look()
      if Self.isOverdue(seen.main, saved.main, now.main)
        || Self.isOverdue(seen.apart, saved.apart, now.apart)
      {
        save()
      }
      seen = now
      if synchronizes { synchronize() }
    }
  }

  /// Whether something was there at the last look that is in no closed chunk, and was not saved.
  private static func isOverdue(
    _ seen: MCAPOpenChunks.Look,
    _ saved: MCAPOpenChunks.Look,
    _ now: MCAPOpenChunks.Look
  ) -> Bool {
    let wasSaved = saved.generation == seen.generation ? saved.count : 0
    return seen.generation == now.generation && seen.count > wasSaved
  }

  private mutating func save() {
    for _ in 0..<Self.attempts {
      let copied = chunks.copy(&main, &apart)
      var parts: [MCAPTail.Part] = []
      if main.count > 0 {
        press.prepare(main, with: &compressor)
        parts.append(part(main, isApart: false))
      }
      if apart.count > 0 {
        press.prepare(apart, with: &compressor)
        parts.append(part(apart, isApart: true))
      }
      guard !parts.isEmpty else { return }
      if queue.putTail(parts, messages: main.messageCount, behind: copied.closed) {
        saved = (copied.main, copied.apart)
        return
      }
    }
  }

  private func part(_ chunk: borrowing UnsafeMCAPChunkBuilder, isApart: Bool) -> MCAPTail.Part {
    var bytes = UnsafeMCAPBuffer(capacity: 256)
    press.record(of: chunk, into: &bytes)
    return MCAPTail.Part(isApart: isApart, bytes: bytes.copy(0..<bytes.count))
  }

  /// Waits until closed chunks are on the disk, too.
  private mutating func synchronize() {
    let reached = queue.withOutput { output -> UInt64 in
      // The output keeps its failure, and says so to whoever writes next.
      if output.position > synchronized { try? output.synchronize() }
      return output.position
    }
    synchronized = reached
  }
}
