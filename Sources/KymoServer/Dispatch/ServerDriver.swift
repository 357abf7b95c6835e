public import KymoCore

/// Drives a session that a server has opened: it tells the server of outcomes, and sleeps while nothing comes.
@frozen @usableFromInline struct ServerDriver<Clock: SessionClock>: Driver, ~Copyable {
  @usableFromInline let gate: WakeGate
  @usableFromInline let answers: WakeGate
  @usableFromInline let clock: Clock
  /// How often it looked in vain since it had something to do, or slept.
  @usableFromInline var looks = 0
  /// Whether it has said that it is about to sleep; what came before that is found by the look that follows.
  @usableFromInline var isAboutToSleep = false

  /// Looks before a dispatcher without work goes to sleep.
  @usableFromInline static var patience: Int { 256 }

  /// Drives a session of which nothing has come yet.
  ///
  /// - Parameters:
  ///   - gate: wakes the dispatcher.
  ///   - answers: wakes the server.
  ///   - clock: on which it sleeps.
  @inlinable init(gate: WakeGate, answers: WakeGate, clock: Clock) {
    self.gate = gate
    self.answers = answers
    self.clock = clock
  }

  @inlinable mutating func dispatched(_ count: Int, total: UInt64) {
    if isAboutToSleep {
      gate.clear()
      isAboutToSleep = false
    }
    answers.wake()
    looks = 0
  }

  @inlinable mutating func idle<Sink: OutcomeSink & ~Copyable>(
    _ pipeline: inout Pipeline<Sink>,
    until promised: Int64
  ) {
    if isAboutToSleep {
      clock.sleep(until: pipeline.nextDue, unless: gate)
      isAboutToSleep = false
      looks = 0
    } else {
      looks += 1
      guard looks >= Self.patience else { return }
      gate.prepare()
      isAboutToSleep = true
    }
  }
}
