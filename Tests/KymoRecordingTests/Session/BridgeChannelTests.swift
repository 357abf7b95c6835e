import Foundation
import KymoBridge
import KymoCore
import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

/// Requests and replies on their way into a recording and out of it.
@Suite("Bridge channels") struct BridgeChannelTests {
  static func description(_ calls: CallRules? = CallRules()) -> SessionDescription {
    var description = SessionDescription(origin: "test")
    description.calls = calls
    return description
  }

  static func request(
    _ sequence: UInt32,
    at time: Int64 = 0,
    _ transport: BridgeTransport = .url
  ) -> Event {
    Event(
      timestamp: time,
      sequence: sequence,
      command: CommandID(rawValue: 1),
      source: .bridge,
      kind: .message,
      payload: Payload(PayloadReference(offset: 0, length: 0, tag: UInt32(transport.rawValue)))
    )
  }

  static func step(_ index: UInt64, _ cause: ReplyCause, _ text: String) -> TraceStep {
    var reply = TextReply(length: UInt32(text.utf8.count), cause: cause)
    reply.hash = 0x0123_4567_89AB_CDEF
    return TraceStep(
      outcome: Outcome(index: index, status: .completed, replyKind: .text, reply: Payload(reply)),
      digest: index
    )
  }

  /// A session of requests, and their replies if it has a trace.
  static func written(
    _ entries: [(event: Event, text: String, reply: (ReplyCause, String)?)],
    hasTrace: Bool = true,
    calls: CallRules? = CallRules()
  ) throws -> [UInt8] {
    let sink = MCAPMemorySink()
    var writer = try SessionWriter(sink, description: description(calls), hasTrace: hasTrace)
    for (index, entry) in entries.enumerated() {
      try Array(entry.text.utf8).withRawSpan { (text) throws(MCAPError) in
        try writer.append(entry.event, message: text)
      }
      guard let reply = entry.reply else { continue }
      let step = step(UInt64(index), reply.0, reply.1)
      if hasTrace { try writer.append(step: step, of: entry.event) }
      try Array(reply.1.utf8).withRawSpan { (text) throws(MCAPError) in
        try writer.append(reply: text, of: entry.event, step)
      }
    }
    _ = try writer.finish(nil)
    return sink.bytes
  }

  static func messages(_ bytes: [UInt8]) throws -> [MCAPMessage] {
    var reader = MCAPStreamReader(MCAPMemorySource(bytes))
    var messages: [MCAPMessage] = []
    while let record = try reader.next() {
      if case .message(let message) = record { messages.append(message) }
    }
    return messages
  }

  @Test("A request of a source without a channel of its own is among those from JavaScript")
  func otherSource() throws {
    var event = Self.request(7, at: 5)
    event.source = SourceID(rawValue: 200)
    let bytes = try Self.written([
      (event, "call?cmd=a", nil), (Self.request(8, at: 6), "call", nil),
    ])
    let catalog = try SessionFile(MCAPMemorySource(bytes)).scan.catalog
    let requests = try #require(catalog.channels(topic: InputChannel.request.topic).first)
    let messages = try Self.messages(bytes).filter { $0.channelID == requests.id }
    #expect(messages.map(\.sequence) == [7, 8])
  }

  @Test("The channels are those of a session with a page, and of no other")
  func channels() throws {
    func topics(_ hasTrace: Bool, _ calls: CallRules?) throws -> [String] {
      let sink = MCAPMemorySink()
      let writer = try SessionWriter(sink, description: Self.description(calls), hasTrace: hasTrace)
      _ = try writer.finish(nil)
      let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(sink.bytes))
      return scan.catalog.channels.map(\.topic)
    }
    let others = ["/accelerometer", "/location", "/location/fix"]
    #expect(try topics(false, nil) == others)
    #expect(try topics(true, nil) == others + ["/trace", "/trace/digest"])
    #expect(try topics(false, CallRules()) == others + ["/bridge/request"])
    #expect(
      try topics(true, CallRules())
        == others + ["/trace", "/bridge/request", "/bridge/reply", "/trace/digest"]
    )
  }

  @Test("They are JSON, and their schemas are JSON schemas of the fields that are there")
  func schemas() throws {
    let bytes = try Self.written([
      (Self.request(3, at: 5), "call?cmd=loc", (.request(.bridge, 3), "f()"))
    ])
    let scan = try MCAPSegmentScanner.scan(MCAPMemorySource(bytes))
    for (topic, name, fields) in [
      ("/bridge/request", "kymograph.BridgeRequest", ["sequence", "text", "transport"]),
      ("/bridge/reply", "kymograph.BridgeReply", ["sequence", "text"]),
    ] {
      let channel = try #require(scan.catalog.channels(topic: topic).first)
      #expect(channel.messageEncoding == "json")
      let schema = try #require(scan.catalog.schema(channel.schemaID))
      #expect(schema.name == name && schema.encoding == "jsonschema")
      let parsed = try JSONSerialization.jsonObject(with: Data(schema.data))
      let object = try #require(parsed as? [String: Any])
      #expect((object["required"] as? [String]) == fields)
      #expect((object["properties"] as? [String: Any])?.keys.sorted() == fields)
    }
  }

  @Test("A request and its reply have these bytes")
  func bytes() throws {
    let messages = try Self.messages(
      Self.written([
        (Self.request(3, at: 5), "call?cmd=a&msg=%22", (.request(.bridge, 3), "f('\\'\"')")),
        (Self.request(4, at: 6, .poll), "é\u{2028}\n\u{1}", (.unsolicited, "")),
      ])
    )
    #expect(messages.map(\.channelID) == [5, 5, 4, 6, 4, 6, 128])
    #expect(messages.map(\.logTime) == [5, 6, 5, 5, 6, 6, 6])
    #expect(messages.map(\.publishTime) == messages.map(\.logTime))
    // Of a request its own number; of a reply the number of its step.
    #expect(messages.map(\.sequence) == [3, 4, 0, 0, 1, 1, 2])
    let texts = messages.filter { $0.channelID == 5 || $0.channelID == 6 }.map {
      String(decoding: $0.data, as: UTF8.self)
    }
    #expect(
      texts == [
        #"{"sequence":3,"text":"call?cmd=a&msg=%22","transport":"url"}"#,
        "{\"sequence\":4,\"text\":\"é\u{2028}\\n\\u0001\",\"transport\":\"poll\"}",
        #"{"sequence":3,"text":"f('\\'\"')"}"#,
        #"{"sequence":null,"text":""}"#,
      ]
    )
  }

  @Test("The trace has the length, the cause and the hash of a reply, and not its text")
  func trace() throws {
    let bytes = try Self.written([
      (Self.request(3), "x", (.request(.bridge, 7), "four")),
      (Self.request(4), "y", (.unsolicited, "")),
    ])
    let source = MCAPMemorySource(bytes)
    var reader = TraceReader(source, scan: try MCAPSegmentScanner.scan(source))
    let first = try #require(try reader.next()).step.outcome.reply.textReply
    #expect(first.length == 4 && first.cause == .request(.bridge, 7))
    #expect(first.hash == 0x0123_4567_89AB_CDEF)
    let second = try #require(try reader.next()).step.outcome
    #expect(second.replyKind == .text && second.reply.textReply.cause == .unsolicited)
  }

  @Test("Requests are read with their texts, transports, commands and numbers")
  func roundTrip() throws {
    let texts = [
      "call?cmd=play&msg=%5B%5D", "call?cmd=loc", "call?cmd=nobody", "", "index.html",
      "\u{0}\u{1F}\"\\\u{7F}\u{2028}é😀\u{10FFFF}", "call?cmd=loc&msg=%zz",
    ]
    let transports = BridgeTransport.allCases
    let bytes = try Self.written(
      texts.enumerated().map { index, text in
        let transport = transports[index % transports.count]
        return (Self.request(UInt32(index + 50), at: Int64(index), transport), text, nil)
      }
    )
    let routing = CommandRouting(
      accelerometer: CommandID(rawValue: 11),
      location: CommandID(rawValue: 12),
      names: CommandNames(["loc", "play"])
    )
    let read = try RequestSample.read(bytes, routing)
    #expect(read.texts.map { $0.map { Array($0.utf8) } } == texts.map { Array($0.utf8) })
    #expect(read.events.map(\.command.rawValue) == [2, 1, 0, 0, 0, 0, 1])
    #expect(read.events.map(\.sequence) == [50, 51, 52, 53, 54, 55, 56])
    #expect(read.events.allSatisfy { $0.source == .bridge && $0.kind == .message })
    #expect(
      read.events.map { BridgeTransport($0.payload.reference) }
        == texts.indices.map { transports[$0 % transports.count] }
    )
  }

  @Test("Any text comes out as it went in", arguments: [1, 2, 3] as [UInt64])
  func anyText(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let texts = (0..<300).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 0...30, using: &random)).compactMap { _ in
            let highest: UInt32 = [0x80, 0x3000, 0x10FFFF].randomElement(using: &random) ?? 0
            return Unicode.Scalar(UInt32.random(in: 0...highest, using: &random))
          }
        )
      )
    }
    let bytes = try Self.written(
      texts.enumerated().map { (Self.request(UInt32($0), at: Int64($0)), $1, nil) }
    )
    let read = try RequestSample.read(bytes, RequestSample().routing)
    #expect(
      read.texts.map { $0.map { Array($0.utf8) } } == texts.map { Array($0.utf8) },
      "seed \(seed)"
    )
  }

  @Test("Requests take their place between samples and fixes of the same time")
  func order() throws {
    var requests = RequestSample()
    requests.add(text: "call?cmd=loc", at: 5)
    requests.sample.addLocation(60, at: 5)
    requests.add(text: "call?cmd=play", at: 4)
    requests.sample.addAcceleration(1, at: 5)
    requests.add(text: "call?cmd=play&msg=2", at: 5)
    let read = try requests.read()
    #expect(read.events.map(\.source) == [.bridge, .accelerometer, .location, .bridge, .bridge])
    #expect(
      read.texts == ["call?cmd=play", nil, nil, "call?cmd=loc", "call?cmd=play&msg=2"]
    )
    #expect(read.events.map(\.sequence) == [0, 0, 0, 1, 2])
  }

  @Test("Fields in another order, others besides, and no transport are read")
  func lenient() throws {
    var requests = RequestSample()
    requests.add(#"{"text":"a"}"#, at: 0)
    requests.add(
      #" { "more" : [ {} ] , "transport" : "poll" , "text" : "b" , "sequence" : -1 } "#,
      at: 1
    )
    requests.add(#"{"transport":"http","text":"\u0062\ud83d\ude00"}"#, at: 2)
    requests.add(#"{"transport":"command-line","text":""}"#, at: 3)
    let read = try requests.read()
    #expect(read.texts == ["a", "b", "b😀", ""])
    #expect(
      read.events.map { BridgeTransport($0.payload.reference) } == [
        .url, .poll, .http, .commandLine,
      ]
    )
  }

  @Test("Blocks end before a request, and go on behind it", arguments: [1, 2, 3, 7, 1000])
  func blocks(_ size: Int) throws {
    var requests = RequestSample()
    requests.sample.options.chunkBytes = 500
    for index in 0..<200 as Range<UInt64> {
      if index % 7 < 2 {
        requests.add(text: "call?cmd=loc&msg=\(index)", at: index * 37 % 101)
      } else {
        requests.sample.addAcceleration(Double(index), at: index * 37 % 101)
      }
    }
    let expected = try requests.read()
    let source = MCAPMemorySource(try requests.sample.written())
    var reader = try SessionEvents(
      source,
      scan: MCAPSegmentScanner.scan(source),
      routing: requests.routing
    )
    let mayHaveMessages = reader.arenaBytes > 0
    #expect(mayHaveMessages)
    var found = RequestSample.Read()
    var hasMore = true
    while hasMore {
      let block = try [Event](capacity: size) { output throws(SessionError) in
        hasMore = try reader.fill(&output)
      }
      #expect(block.allSatisfy { $0.kind != .message })
      found.events += block
      found.texts += block.map { _ in nil }
      // A block that is not full ended before a request.
      guard hasMore, block.count < size, let event = try reader.next() else { continue }
      #expect(event.kind == .message)
      found.events.append(event)
      found.texts.append(reader.withMessage(of: event) { $0.text })
    }
    #expect(found.events.map(\.timestamp) == expected.events.map(\.timestamp))
    #expect(found.events.map(\.sequence) == expected.events.map(\.sequence))
    #expect(found.events.map(\.source) == expected.events.map(\.source))
    #expect(found.texts == expected.texts)
  }

  @Test(
    "Texts stay whole while chunks overlap, however many wait",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func overlap(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var requests = RequestSample()
    requests.rules = CallRules()
    requests.sample.options.chunkBytes = Int.random(in: 1...4000, using: &random)
    var wanted: [(time: UInt64, place: Int, text: String)] = []
    for index in 0..<200 {
      let time = UInt64.random(in: 0...150, using: &random)
      if index % 3 == 0 {
        requests.sample.addAcceleration(Double(index), at: time)
      } else {
        let length = Int.random(in: 0...60, using: &random)
        let text = "\(index) " + String(repeating: "xyz", count: length)
        requests.add(text: text, at: time)
        wanted.append((time, index, text))
      }
    }
    wanted.sort { ($0.time, $0.place) < ($1.time, $1.place) }
    let read = try requests.read()
    #expect(read.texts.compactMap { $0 } == wanted.map(\.text), "seed \(seed)")
    #expect(read.events.count == 200)
  }

  @Test("A chunk that spans the session keeps its texts while megabytes of others go by")
  func longOverlap() throws {
    var requests = RequestSample()
    requests.rules = CallRules()
    requests.sample.options.chunkBytes = 200_000
    // The first chunk has a request at the very end, which waits for all the others.
    requests.add(text: "first", at: 0)
    requests.add(text: "last", at: 1_000_000)
    requests.add(text: String(repeating: "z", count: 200_000), at: 500)
    for index in 1...80 as ClosedRange<UInt64> {
      requests.add(text: "\(index) " + String(repeating: "y", count: 50_000), at: index * 10)
    }
    let texts = try requests.read().texts.compactMap { $0 }
    #expect(texts.count == 83 && texts.first == "first" && texts.last == "last")
    let numbers = texts.compactMap { $0.split(separator: " ").first }.compactMap { Int($0) }
    #expect(numbers == Array(1...80))
    #expect(texts.allSatisfy { $0.utf8.count != 50_000 })
    #expect(texts.first { $0.hasPrefix("z") }?.utf8.count == 200_000)
  }

  @Test("The rules of the calls are in the metadata, and read again", arguments: CallMode.allCases)
  func rules(_ mode: CallMode) throws {
    for bases in [[""], ["https://app.local/"], ["", "file:///app/"], []] {
      let calls = CallRules(mode: mode, bases: bases)
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("kymograph-\(UUID().uuidString).mcap")
      defer { try? FileManager.default.removeItem(at: folder) }
      try Data(Self.written([], calls: calls)).write(to: folder)
      let read = try SessionFile(path: folder.path).description?.calls
      #expect(read?.mode == mode)
      // No base at all and the bare one are the same text; neither allows anything else.
      #expect(read?.bases == (bases.isEmpty ? [""] : bases))
    }
  }
}
