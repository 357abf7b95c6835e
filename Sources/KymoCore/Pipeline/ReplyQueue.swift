/// A bounded ring of replies with their texts: from the dispatching thread to the one that answers.
///
///     let queue = ReplyQueue(minimumCapacity: 1024, textBytes: 1 << 20)
///     let reader = HandOver(queue.reader)
///     let thread = Thread { var reader = reader.take(); reader.visitAll { reply, text in … } }
///     var pipeline = Pipeline(table: table, sink: queue.port)
@frozen public struct ReplyQueue: ~Copyable {
  /// The sink.
  public var port: ReplyPort
  /// The other end.
  public var reader: ReplyReader

  /// Makes an empty ring; nothing is allocated afterwards.
  ///
  /// - Parameters:
  ///   - minimumCapacity: how many replies fit at least.
  ///   - textBytes: how many bytes of texts fit at least; one may take half of it. A handler's reply has at
  ///     most ``Exchange/maximumReplyBytes``.
  ///   - policy: what happens to a reply that does not fit.
  ///   - wait: how the dispatcher waits, if it does.
  public init(
    minimumCapacity: Int,
    textBytes: Int,
    whenFull policy: OverflowPolicy = .wait,
    wait: WaitStrategy = .spinThenYield
  ) {
    let ring = TextRing<PortReply>(
      minimumCapacity: minimumCapacity,
      textBytes: textBytes,
      whenFull: policy,
      wait: wait
    )
    let flag = PortFlag()
    port = ReplyPort(producer: ring.producer, ending: PortEnding(flag))
    reader = ReplyReader(consumer: ring.consumer, flag: flag)
  }
}
