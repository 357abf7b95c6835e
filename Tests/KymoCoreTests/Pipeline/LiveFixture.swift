import KymoCore
import KymoTestSupport

/// An app whose requests raise timers, and the sink that keeps what was dispatched.
enum LiveFixture {
  /// The events as they were dispatched, and a sum over them.
  struct Log: OutcomeSink {
    var events: [Event] = []
    var texts: [String] = []

    mutating func record(
      _ event: borrowing Event,
      _ outcome: borrowing Outcome,
      digest: UInt64,
      message: RawSpan,
      reply: RawSpan
    ) {
      events.append(copy event)
      texts.append(message.text)
    }

    /// The inputs, which a recording would have.
    var inputs: [EventListSource.Entry] {
      events.indices.filter { events[$0].source != .device }.map {
        EventListSource.Entry(event: events[$0], message: Array(texts[$0].utf8))
      }
    }

    /// What was dispatched, in words.
    var lines: [String] {
      events.indices.map {
        "\(events[$0].timestamp) \(events[$0].source.rawValue) \(events[$0].sequence) \(texts[$0])"
      }
    }
  }

  /// Command 1 takes everything; every fifth event raises a timer, 2, some time later, and every fourth of
  /// those another one.
  static func table() throws -> CommandTable {
    var map = CommandMap()
    map.decoder = WordDecoder()
    map.business("in", Handler())
    let later = map.raise("later")
    map.view("in") { (exchange) throws(HandlerError) in
      let event = exchange.event
      if event.sequence % 5 == 4 {
        try exchange.raise(later, at: event.timestamp + Int64(event.sequence % 7) * 3)
      }
      return .proceed
    }
    map.view("later") { (exchange) throws(HandlerError) in
      let event = exchange.event
      if event.sequence % 4 == 3 { try exchange.raise(later, at: event.timestamp + 2) }
      return .proceed
    }
    return try CommandTable(map)
  }

  /// An event for a live lane; its number lies in the payload, or in the text if it has one.
  static func event(_ source: UInt8, _ number: UInt64) -> Event {
    var payload = Payload()
    payload.word0 = number
    return Event(
      timestamp: 0,
      sequence: 0,
      command: CommandID(rawValue: 1),
      source: SourceID(rawValue: source),
      kind: .none,
      payload: payload
    )
  }

  /// What dispatching the inputs of `log` again gives, at once and through one stamped lane.
  static func replayed(_ log: Log, end: Int64?) throws -> Log {
    var pipeline = Pipeline(table: try table(), sink: Log())
    var producer = pipeline.addLane(minimumCapacity: 64, arenaBytes: 1 << 16)
    var source = EventListSource(log.inputs)
    pipeline.play(&source, into: &producer)
    pipeline.finish(after: end)
    return pipeline.takeSink()
  }
}
