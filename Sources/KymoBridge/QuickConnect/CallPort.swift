public import KymoCore

/// A pipeline that is given calls one by one, as text: for tests, scripts and first steps.
///
///     var port = try CallPort(map)
///     port.send("call?cmd=add&msg=[1.5,2]").reply
///
/// Its time is logical: what handlers raise for later happens when a later call is sent, or when
/// ``advance(to:)`` or ``finish()`` says so. A port that watches keeps, of every event, what the text was
/// decoded to and what every handler did: ``takeSteps()``.
public struct CallPort: ~Copyable {
  private var pipeline: Pipeline<CallAnswers>
  private var producer: EventQueue.Producer
  private var router: CallRouter
  private var sent: UInt32 = 0
  private var latest = Int64.min

  /// Builds the table of `map`; a map without a decoder gets one of these rules.
  ///
  /// - Parameters:
  ///   - map: the commands; the port's handlers are those of the map.
  ///   - rules: how the calls are read.
  ///   - watches: whether ``takeSteps()`` will be asked for, which takes memory for every event until then.
  /// - Throws: what is wrong with the map.
  public init(
    _ map: CommandMap,
    rules: CallRules = CallRules(),
    watches: Bool = false
  ) throws(CommandTableError) {
    var map = map
    if map.decoder == nil { map.decoder = CallRequestDecoder(rules) }
    let watch = watches ? CallWatch() : nil
    if let watch { map = try watch.watched(map) }
    let table = try CommandTable(map)
    router = CallRouter(table.lookup, rules: rules)
    let answers = CallAnswers(watch: watch, names: table.names)
    pipeline = Pipeline(table: table, sink: answers)
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
    pipeline.drain(now: { .min })
    return pipeline.dispatcher.sink.last
  }

  /// The id of a command, for ``dispatch(_:)``; `unknown` if the map has none such.
  public func id(of command: String) -> CommandID {
    pipeline.dispatcher.table.id(of: command)
  }

  /// Dispatches an input that is no call, such as a fix; what was raised for a time before it happens first.
  ///
  /// - Parameter event: at or after the time of the last one; without a message.
  /// - Returns: how it ended, and the text of its reply.
  @discardableResult
  public mutating func dispatch(_ event: Event) -> CallAnswer {
    precondition(event.kind != .message, "a call is sent")
    var event = event
    latest = max(latest, event.timestamp)
    event.timestamp = latest
    producer.push(event)
    pipeline.drain(now: { .min })
    return pipeline.dispatcher.sink.last
  }

  /// Lets everything happen that was raised for a time before `time`, in ns.
  public mutating func advance(to time: Int64) { pipeline.dispatcher.advance(to: time) }

  /// Lets everything happen that was raised, whenever; nothing can be raised any more.
  public mutating func finish() { pipeline.finish() }

  /// The events since the last time, with what came of them; empty unless the port watches.
  public mutating func takeSteps() -> [CallStep] {
    defer { pipeline.dispatcher.sink.steps = [] }
    return pipeline.dispatcher.sink.steps
  }
}
