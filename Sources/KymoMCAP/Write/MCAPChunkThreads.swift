import KymoCore

/// The threads that compress and write a writer's chunks; letting go of them waits until all is written.
package final class MCAPChunkThreads {
  /// A thread, boxed because an array cannot hold noncopyable values.
  private final class Worker {
    let thread: JoiningThread
    init(_ body: sending @escaping () -> Void) { thread = JoiningThread(body) }
  }

  let queue: UnsafeMCAPChunkQueue
  private let output: MCAPOutput
  private let workers: [Worker]
  /// The open chunks, if they are saved before they are closed; nil if not.
  let open: MCAPOpenChunks?
  private var keeper: Worker?

  /// Starts `count` threads.
  init(_ output: MCAPOutput, _ options: MCAPWriterOptions, count: Int) {
    let queue = UnsafeMCAPChunkQueue(output, options)
    self.queue = queue
    self.output = output
    workers = (0..<count).map { _ in Worker { queue.work(options) } }
    guard output.canKeepTail else {
      open = nil
      return
    }
    let open = MCAPOpenChunks()
    self.open = open
    keeper = Worker {
      var keeper = MCAPTailKeeper(open, queue, options)
      keeper.work()
    }
  }

  /// Ends saving what is in open chunks, and waits for whoever does.
  func endKeeping() {
    guard keeper != nil else { return }
    open?.end()
    keeper = nil
  }

  /// How many chunks can be closed before the writer has to wait.
  package var freeChunks: Int { queue.freeCount }

  /// Whether the sink has failed, as far as is known: nothing more will be written.
  package var hasFailed: Bool { output.hasFailed }

  /// The health that any thread may ask about, also when this is gone.
  package var health: MCAPWriterHealth { MCAPWriterHealth(output) }

  deinit {
    endKeeping()
    queue.end(threads: workers.count)
  }
}
