public import KymoCore

/// A dispatcher that is given calls one by one, as text: for tests, scripts and first steps.
///
///     var port = try CallPort(map)
///     port.send("call?cmd=add&msg=[1.5,2]").reply
public struct CallPort: ~Copyable {
  private var dispatcher: Dispatcher<CallAnswers>
  private var router: CallRouter
  private var texts: PayloadArenaWriter
  private var sent: UInt32 = 0

  /// Builds the table of `map`; a map without a decoder gets one of these rules.
  ///
  /// - Throws: what is wrong with the map.
  public init(_ map: CommandMap, rules: CallRules = CallRules()) throws(CommandTableError) {
    var map = map
    if map.decoder == nil { map.decoder = CallRequestDecoder(rules) }
    let table = try CommandTable(map)
    router = CallRouter(table.lookup, rules: rules)
    texts = PayloadArenaWriter(minimumCapacity: 2 * rules.limits.urlBytes)
    dispatcher = Dispatcher(table: table, sink: CallAnswers())
  }

  /// Sends a call and waits for its handlers.
  ///
  /// - Parameters:
  ///   - url: the text of the call.
  ///   - time: its logical time in ns, not before that of the last one; what was raised for a time before it
  ///     happens first.
  /// - Returns: how it ended, and the text of its reply.
  @discardableResult
  public mutating func send(_ url: String, at time: Int64 = 0) -> CallAnswer {
    let event = url.withRawUTF8 { text -> Event in
      // A text that is too long for the arena is too long for the decoder too: it refuses the empty one.
      let reference =
        texts.write(text, waits: false) ?? PayloadReference(offset: 0, length: 0)
      return Event(
        timestamp: time,
        sequence: sent,
        command: router.command(of: text),
        source: .bridge,
        kind: .message,
        payload: Payload(reference)
      )
    }
    sent &+= 1
    dispatcher.advance(to: time)
    let events: [1 of Event] = [event]
    dispatcher.dispatch(events.span, arena: texts.arena)
    let reference = event.payload.reference
    texts.arena.free(upTo: reference.offset &+ UInt64(reference.length))
    return dispatcher.sink.last
  }
}
