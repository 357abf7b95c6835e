public import KymoCore

// SAFETY: the pointer to the dispatcher is that of an `inout` parameter, used by a closure that is taken away before the
// parameter's scope ends. While a turn lasts nobody else uses the dispatcher: it has handed itself over, and scripts run
// on its thread.
extension PageLink: TurnTaker {
  /// Lets the page live up to a time; its scripts may call native code and go on with the answer.
  public func takeTurn<Sink: OutcomeSink & ~Copyable>(
    at timestamp: Int64,
    in dispatcher: inout Dispatcher<Sink>
  ) -> Int64 {
    let time = max(timestamp, now)
    unsafe withUnsafeMutablePointer(to: &dispatcher) { dispatcher in
      atOnce.begin(at: reactions.hasBegun ? time : time == .min ? time : time - 1) {
        (command, time, tag, text) throws(HandlerError) -> UInt32 in
        try unsafe dispatcher.pointee.dispatchAtOnce(
          command,
          at: time,
          source: .page,
          tag: tag,
          message: text
        )
      }
      advance(to: time)
      atOnce.end()
    }
    lastTurn = time
    return time
  }
}
