public import KymoCore

/// A pipeline that is given calls one by one, as text: for tests, scripts and first steps.
///
///     var port = try CallPort(map)
///     port.send("call?cmd=add&msg=[1.5,2]").reply
public struct CallPort: ~Copyable {
  private var pipeline: Pipeline<CallAnswers>
  private var producer: EventQueue.Producer
  private var router: CallRouter
  private var sent: UInt32 = 0
  private var latest = Int64.min

  /// Builds the table of `map`; a map without a decoder gets one of these rules.
  ///
  /// - Throws: what is wrong with the map.
  public init(_ map: CommandMap, rules: CallRules = CallRules()) throws(CommandTableError) {
    var map = map
    if map.decoder == nil { map.decoder = CallRequestDecoder(rules) }
    let table = try CommandTable(map)
    router = CallRouter(table.lookup, rules: rules)
    pipeline = Pipeline(table: table, sink: CallAnswers())
    producer = pipeline.addLane(minimumCapacity: 1, arenaBytes: 2 * rules.limits.urlBytes)
  }

  /// Sends a call and waits for its handlers.
  ///
  /// - Parameters:
  ///   - url: the text of the call.
  ///   - time: its logical time in ns, that of the last one if it lies before that; what was raised for a
  ///     time before it happens first.
  /// - Returns: how it ended, and the text of its reply.
  @discardableResult
  public mutating func send(_ url: String, at time: Int64 = 0) -> CallAnswer {
    latest = max(latest, time)
    url.withRawUTF8 { text in
      let event = Event(
        timestamp: latest,
        sequence: sent,
        command: router.command(of: text),
        source: .bridge,
        kind: .message,
        payload: Payload(PayloadReference(offset: 0, length: 0))
      )
      // A text that is too long for the arena is too long for the decoder too: it refuses the empty one.
      if producer.push(event, message: text) == .dropped {
        producer.push(event, message: RawSpan())
      }
    }
    sent &+= 1
    while case .dispatched = pipeline.step(now: { .min }) {}
    return pipeline.dispatcher.sink.last
  }
}
