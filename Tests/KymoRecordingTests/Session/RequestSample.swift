import KymoBridge
import KymoCore
import KymoRecording
import KymoMCAP

/// Small sessions with requests, written message by message, so that tests can put anything into them.
struct RequestSample {
  var sample = SessionSample()
  var rules = CallRules(limits: BridgeLimits(messageBytes: 1 << 10))

  static let names = CommandNames(["loc", "play"])

  init() {
    sample.schemas.append(
      MCAPSchema(id: 5, name: "kymograph.BridgeRequest", encoding: "jsonschema", data: [])
    )
    sample.channels.append(
      MCAPChannel(id: 5, schemaID: 5, topic: "/bridge/request", messageEncoding: "json")
    )
  }

  /// A message of the channel, whatever it is.
  mutating func add(_ json: String, at time: UInt64) { sample.add(5, at: time, Array(json.utf8)) }

  /// A request whose text needs no escapes.
  mutating func add(text: String, at time: UInt64) {
    add(#"{"sequence":0,"text":"\#(text)","transport":"url"}"#, at: time)
  }

  var routing: CommandRouting {
    CommandRouting(
      accelerometer: CommandID(rawValue: 11),
      location: CommandID(rawValue: 12),
      names: Self.names,
      calls: rules
    )
  }

  /// What is read of a session: its events, and the texts of those that are requests.
  struct Read {
    var events: [Event] = []
    var texts: [String?] = []
  }

  func read() throws -> Read { try Self.read(sample.written(), routing) }

  static func read(_ bytes: [UInt8], _ routing: CommandRouting) throws -> Read {
    let source = MCAPMemorySource(bytes)
    let scan = try MCAPSegmentScanner.scan(source)
    var events = try SessionEvents(source, scan: scan, routing: routing)
    var read = Read()
    while let event = try events.next() {
      read.events.append(event)
      read.texts.append(
        event.kind == .message ? events.withMessage(of: event) { $0.text } : nil
      )
    }
    return read
  }

  /// The events with the bytes of their messages, which may be no text.
  func readBytes() throws -> [(event: Event, text: [UInt8])] {
    let source = MCAPMemorySource(try sample.written())
    let scan = try MCAPSegmentScanner.scan(source)
    var events = try SessionEvents(source, scan: scan, routing: routing)
    var read: [(event: Event, text: [UInt8])] = []
    while let event = try events.next() {
      var text: [UInt8] = []
      if event.kind == .message { events.withMessage(of: event) { text.append(copying: $0) } }
      read.append((event, text))
    }
    return read
  }

  /// How often the events of a replay ended in which way, by command and status; none that did not.
  func outcomes() throws -> [String: UInt64] {
    let source = MCAPMemorySource(try sample.written())
    let events = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: routing
    )
    let result = Replay.run(events, table: try CommandTable(map), sink: NoSink())
    if let failure = result.failure { throw failure }
    var outcomes: [String: UInt64] = [:]
    for command in result.counts {
      for (status, count) in zip(OutcomeStatus.allCases, command.byStatus) where count > 0 {
        outcomes["\(command.name) \(status)"] = count
      }
    }
    return outcomes
  }

  /// Two commands that answer nothing, and calls by the sample's rules.
  var map: CommandMap {
    var map = CommandMap()
    map.decoder = CallRequestDecoder(rules)
    for name in ["loc", "play"] { map.view(name, Handler()) }
    return map
  }

  /// Counts the events that a replay dispatches, and gives the error with which it ends.
  func replayed(_ options: MCAPWriterOptions? = nil) throws -> (UInt64, SessionError?) {
    var sample = sample
    if let options { sample.options = options }
    return try replayed(sample.written())
  }

  /// The same for a file that was made in another way.
  func replayed(_ bytes: [UInt8]) throws -> (UInt64, SessionError?) {
    let source = MCAPMemorySource(bytes)
    let events = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: routing
    )
    let result = Replay.run(events, table: try CommandTable(map), sink: NoSink())
    return (result.digest.count, result.failure)
  }

  /// A file of one chunk whose summary has only the first channel.
  func hidden() -> [UInt8] {
    var records: [UInt8] = []
    for schema in sample.schemas { records += MCAPRecord.schema(schema).encoded }
    for channel in sample.channels { records += MCAPRecord.channel(channel).encoded }
    for message in sample.messages { records += MCAPRecord.message(message).encoded }
    let chunk = MCAPChunk(
      startTime: sample.messages.map(\.logTime).min() ?? 0,
      endTime: sample.messages.map(\.logTime).max() ?? 0,
      uncompressedSize: UInt64(records.count),
      uncompressedCRC: 0,
      compression: "",
      records: records
    )
    var bytes = MCAPFormat.magic
    bytes += MCAPRecord.header(MCAPHeader(profile: "", library: "")).encoded
    bytes += MCAPRecord.chunk(chunk).encoded
    bytes += MCAPRecord.dataEnd(MCAPDataEnd(dataSectionCRC: 0)).encoded
    let start = UInt64(bytes.count)
    bytes += MCAPRecord.schema(sample.schemas[0]).encoded
    bytes += MCAPRecord.channel(sample.channels[0]).encoded
    let footer = MCAPFooter(summaryStart: start, summaryOffsetStart: 0, summaryCRC: 0)
    return bytes + MCAPRecord.footer(footer).encoded + MCAPFormat.magic
  }
}
