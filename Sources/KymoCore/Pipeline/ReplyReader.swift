/// The reading end of a ``ReplyPort``; only one thread may use it.
public struct ReplyReader: ~Copyable, Sendable {
  private var consumer: TextRing<PortReply>.Consumer
  private let flag: PortFlag

  init(consumer: consuming TextRing<PortReply>.Consumer, flag: PortFlag) {
    self.consumer = consumer
    self.flag = flag
  }

  /// What was lost or delayed so far.
  public var statistics: RingStatistics { consumer.statistics }

  /// Shows `body` the replies that are there, oldest first.
  ///
  /// - Parameters:
  ///   - count: how many at most.
  ///   - body: gets a reply and its text, which lasts as long as its call.
  /// - Returns: how many there were; 0 if none are there now.
  @discardableResult
  public mutating func visit(
    upTo count: Int = .max,
    _ body: (borrowing PortReply, RawSpan) -> Void
  ) -> Int {
    consumer.visit(upTo: count) { reply, text, _ in body(reply, text) }
  }

  /// Shows `body` every reply until the port has ended, and waits while there is none.
  ///
  /// - Parameters:
  ///   - strategy: how it waits.
  ///   - body: see ``visit(upTo:_:)``.
  /// - Returns: how many there were.
  @discardableResult
  public mutating func visitAll(
    waiting strategy: WaitStrategy = .park,
    _ body: (borrowing PortReply, RawSpan) -> Void
  ) -> Int {
    var waiter = Waiter(strategy)
    var total = 0
    while true {
      // The flag is read first: what was pushed before it was set is then seen by the visit.
      let isDone = flag.value
      let count = visit(body)
      total += count
      if count > 0 {
        waiter.reset()
      } else if isDone {
        return total
      } else {
        waiter.pause()
      }
    }
  }
}
