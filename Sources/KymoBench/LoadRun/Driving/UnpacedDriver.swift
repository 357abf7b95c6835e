public import KymoCore

/// Drives a load run whose events come back to back: the queue is filled whenever it is empty.
@frozen @usableFromInline struct UnpacedDriver: Driver, ~Copyable {
  /// The sender of the events.
  @usableFromInline var generator: LoadGenerator
  /// How many events of the plan are sent.
  @usableFromInline let limit: Int
  /// Whether everything that was sent is known to be dispatched, which is the moment to stop: not before the first look.
  @usableFromInline var isEmpty = false

  @inlinable init(_ generator: consuming LoadGenerator, upTo limit: Int) {
    self.generator = generator
    self.limit = limit
  }

  @inlinable var longestRun: Int { LoadRun.maximumRun }

  @inlinable mutating func prepare() {
    guard isEmpty else { return }
    isEmpty = false
    var room = min(
      LoadRun.maximumRun,
      generator.producer.freeCount(),
      limit - generator.cursor.index
    )
    while room > 0 {
      generator.push()
      room -= 1
    }
    if generator.cursor.index == limit { generator.producer.finish() }
  }

  @inlinable mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    isEmpty = true
  }

  @inlinable mutating func stop() { generator.producer.finish() }
}
