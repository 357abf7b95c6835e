import KymoCore

extension LoadGenerator {
  /// Pushes everything that is due by `now`; true if a full queue held it up.
  mutating func catchUp(_ clock: VirtualClock, to now: Int64) -> Bool {
    while !isDone && due <= now {
      if producer.freeCount() == 0 && mustWait { return true }
      let due = due
      clock.wait(until: due)
      push(at: clock.now)
      finishPush(due: due, now: clock.now)
    }
    return false
  }
}
