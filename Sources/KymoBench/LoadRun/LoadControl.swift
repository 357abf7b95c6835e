import KymoCore
public import Synchronization

/// The signals that the threads of a load run give each other, beside the queue.
@usableFromInline final class LoadControl: Sendable {
  @usableFromInline let isReady = Atomic(false)
  /// The start of the run on its clock; `.min` until it is known.
  @usableFromInline let start = Atomic(Int64.min)
  @usableFromInline let isStopped = Atomic(false)
  @usableFromInline let generatorIsPinned = Atomic(false)
  /// The system's number of the generator's thread, once it is ready.
  @usableFromInline let generatorThread = Atomic(Int32(0))

  @usableFromInline init() {}

  /// Waits until the generator is on its core.
  @usableFromInline func awaitReady() {
    var waiter = Waiter(.spinThenYield)
    while !isReady.load(ordering: .acquiring) { waiter.pause() }
  }

  /// Waits for the start of the run.
  @usableFromInline func awaitStart() -> Int64 {
    var waiter = Waiter(.spinThenYield)
    while true {
      let start = start.load(ordering: .acquiring)
      if start != .min { return start }
      waiter.pause()
    }
  }
}
