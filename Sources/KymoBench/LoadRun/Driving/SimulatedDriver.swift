import KymoCore

/// Drives a load run in virtual time, with both of its sides on one thread.
///
/// The generator counts as a machine of its own, which is only ever held up by a full queue: it has its own time.
struct SimulatedDriver: Driver, ~Copyable {
  /// The sender of the events.
  var generator: LoadGenerator
  /// The time of the dispatcher.
  let clock: VirtualClock
  /// Whether the last round dispatched an event.
  private(set) var hasDispatched = false
  private let generatorClock: VirtualClock
  private var isHeldUp = false

  /// Starts at the present of a clock.
  init(_ generator: consuming LoadGenerator, _ clock: VirtualClock) {
    self.generator = generator
    self.clock = clock
    generatorClock = VirtualClock(startingAt: clock.now)
  }

  var longestRun: Int { 1 }

  mutating func prepare() {
    isHeldUp = generator.catchUp(generatorClock, to: clock.now)
    if generator.isDone { generator.producer.finish() }
  }

  // Slots are given back after this: what was due meanwhile finds the queue as it was.
  mutating func hold() { isHeldUp = generator.catchUp(generatorClock, to: clock.now) }

  mutating func dispatched(_ count: Int, total: UInt64) {
    hasDispatched = true
    if isHeldUp { generatorClock.wait(until: clock.now) }
  }

  mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    hasDispatched = false
    clock.wait(until: generator.due)
  }

  mutating func stop() { generator.producer.finish() }
}
