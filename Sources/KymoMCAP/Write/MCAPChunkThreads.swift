import KymoCore

/// The threads that compress and write a writer's chunks; letting go of them waits until all is written.
package final class MCAPChunkThreads {
  /// A thread, boxed because an array cannot hold noncopyable values.
  private final class Worker {
    let thread: Thread
    init(_ body: sending @escaping () -> Void) { thread = Thread(body) }
  }

  let queue: UnsafeMCAPChunkQueue
  private let output: MCAPOutput
  private let workers: [Worker]

  /// Starts `count` threads.
  init(_ output: MCAPOutput, _ options: MCAPWriterOptions, count: Int) {
    let queue = UnsafeMCAPChunkQueue(output, options)
    self.queue = queue
    self.output = output
    workers = (0..<count).map { _ in Worker { queue.work(options) } }
  }

  /// How many chunks can be closed before the writer has to wait.
  package var freeChunks: Int { queue.freeCount }

  /// Whether the sink has failed, as far as is known: nothing more will be written.
  package var hasFailed: Bool { output.hasFailed }

  deinit { queue.end(threads: workers.count) }
}
