import KymoBridge
import KymoCore
import KymoRecording
import Testing
import KymoMCAP
import KymoTestSupport

/// Requests that nobody can have written with good intentions: one outcome each, and no trap.
@Suite("Session requests, broken") struct RequestErrorTests {
  static let deep = String(repeating: "[", count: 10_000)

  /// Whether a sample that holds one such message, between two requests, is read to its end, and that one
  /// is an event with its own bytes and the error.
  func expectRefused(_ message: [UInt8], _ error: HandlerError) throws {
    var requests = RequestSample()
    requests.add(text: "call?cmd=loc", at: 0)
    requests.sample.add(5, at: 1, message)
    requests.add(text: "call?cmd=play", at: 2)
    let read = try requests.readBytes()
    try #require(read.count == 3)
    let kept = Array(message.prefix(requests.rules.limits.urlBytes))
    #expect(read[1].text == kept)
    #expect(read[1].event.payload.reference.refusal == error)
    #expect(read[1].event.command == .unknown && read[1].event.source == .bridge)
    #expect(read[0].event.payload.reference.refusal == nil)
    #expect(read[2].event.payload.reference.refusal == nil)
    let counts = try requests.outcomes()
    #expect(counts == ["loc completed": 1, "play completed": 1, "unknown command malformed": 1])
  }

  @Test(
    "What is no request is an outcome, and the replay goes on",
    arguments: [
      "", "{", "nonsense", "[]", "{}", "7", "null", #""text""#, #"{"Text":"x"}"#, #"{"text":7}"#,
      #"{"text":null}"#, #"{"text":["x"]}"#, #"{"text":{}}"#, #"{"text":"x","transport":"pigeon"}"#,
      #"{"text":"x","transport":1}"#, #"{"text":"x","transport":null}"#, #"{"text":"\ud800"}"#,
      #"{"text":"x"} x"#, #"{"text":"x"}{"text":"y"}"#, #"{"text":"\u0"}"#, "{\"text\":\"\n\"}",
      #"{"sequence":1e999,"text":"x"}"#, #"{"more":"# + deep + #","text":"x"}"#, deep,
      #"{"text":"","unreadable":7}"#, #"{"text":"","unreadable":"AA=="}"#,
      #"{"text":"","unreadable":"AA==","error":0}"#, #"{"text":"","unreadable":"!","error":24}"#,
      // In 2009 every address with a question mark was a call; this one never was an address.
      #"{"text":7,"x":"call?cmd=loc&msg="}"#,
    ]
  )
  func malformed(_ message: String) throws {
    try expectRefused(Array(message.utf8), .unreadableMessage)
  }

  @Test(
    "What the schema of its own channel requires is required",
    arguments: [#""sequence""#, #""text""#, #""transport""#, #""by""#]
  )
  func required(_ member: String) throws {
    let members = [
      #""sequence":0"#, #""text":"call?cmd=loc""#, #""transport":"url""#, #""by":"somebody""#,
    ]
    let lacking = "{" + members.filter { !$0.hasPrefix(member) }.joined(separator: ",") + "}"
    let whole = "{" + members.joined(separator: ",") + "}"
    for (schema, isRefused) in [
      (#"{"type":"object","required":["sequence","text","transport","by"]}"#, true),
      (#"{"type":"object","required":[]}"#, member == #""text""#),
      ("no schema", member == #""text""#),
      (#"{"required":["sequence",{},7]}"#, [#""sequence""#, #""text""#].contains(member)),
    ] {
      var requests = RequestSample()
      requests.sample.schemas[requests.sample.schemas.count - 1].data = Array(schema.utf8)
      requests.add(whole, at: 0)
      requests.add(lacking, at: 1)
      let read = try requests.read()
      #expect(read.texts[0] == "call?cmd=loc")
      #expect(
        (read.events[1].payload.reference.refusal != nil) == isRefused,
        "\(schema): \(lacking)"
      )
    }
  }

  @Test("What is no UTF-8")
  func encoding() throws {
    for bad: [UInt8] in [
      [0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] {
      try expectRefused(
        Array(#"{"text":""#.utf8) + bad + Array(#""}"#.utf8),
        .unreadableMessage
      )
    }
  }

  @Test("A text as long as it may be is played, one byte more is refused")
  func length() throws {
    var requests = RequestSample()
    let limit = requests.rules.limits.urlBytes
    requests.add(text: String(repeating: "x", count: limit), at: 0)
    requests.add(text: "call?cmd=loc", at: 1)
    let (count, failure) = try requests.replayed()
    #expect(count == 2 && failure == nil)
    let long = #"{"text":"\#(String(repeating: "x", count: limit + 1))"}"#
    try expectRefused(Array(long.utf8), .tooLong)
    // As long as a chunk may be: of these bytes, too, only as many are kept as a request may have.
    try expectRefused([UInt8](repeating: 0x20, count: 8 << 20), .unreadableMessage)
  }

  @Test(
    "A schema or an encoding that is not the one of requests",
    arguments: [
      ("other.Request", "json"), ("kymograph.BridgeRequest", "cdr"),
      ("kymograph.BridgeReply", "json"),
    ]
  )
  func wrongSchema(_ schema: String, _ encoding: String) throws {
    var requests = RequestSample()
    requests.sample.schemas[3].name = schema
    requests.sample.channels[3].messageEncoding = encoding
    requests.add(text: "call?cmd=loc", at: 0)
    var found: MCAPError?
    do { _ = try requests.read() } catch SessionError.file(let error) { found = error }
    let error = try #require(found)
    #expect(error.kind == .unsupported)
    #expect(error.message.contains("channel 5 (/bridge/request)"))
    #expect(error.message.contains("its schema is \(schema) in \(encoding)"))
    #expect(error.message.contains("replay needs kymograph.BridgeRequest in json"))
  }

  @Test("A summary that hides the channel: no room was set aside, and the error says why")
  func hidden() throws {
    var requests = RequestSample()
    requests.sample.addAcceleration(1, at: 0)
    requests.add(text: "call?cmd=loc", at: 1)
    requests.sample.addAcceleration(1, at: 2)
    let (count, failure) = try requests.replayed(requests.hidden())
    guard case .content(let problem)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(problem == "it has a request, but its summary has no channel for requests")
    #expect(count <= 1)
  }

  @Test("A summary without channels, and no summary, hide nothing")
  func withoutSummary() throws {
    var requests = RequestSample()
    requests.sample.addAcceleration(1, at: 0)
    requests.add(text: "call?cmd=loc", at: 1)
    requests.sample.addAcceleration(1, at: 2)
    var options = MCAPWriterOptions(compression: .none)
    options.repeatChannels = false
    for isBare in [false, true] {
      if isBare {
        options.statistics = false
        options.repeatSchemas = false
        options.chunkIndex = false
        options.metadataIndex = false
        options.summaryOffsets = false
      }
      let (count, failure) = try requests.replayed(options)
      #expect(count == 3, "\(String(describing: failure))")
    }
  }

  @Test("Replies are not read, so that they may be anything")
  func replies() throws {
    var requests = RequestSample()
    requests.sample.schemas.append(
      MCAPSchema(id: 6, name: "kymograph.BridgeReply", encoding: "jsonschema", data: [])
    )
    requests.sample.channels.append(
      MCAPChannel(id: 6, schemaID: 6, topic: "/bridge/reply", messageEncoding: "json")
    )
    requests.sample.add(6, at: 0, Array("nonsense".utf8))
    requests.add(text: "call?cmd=loc", at: 1)
    #expect(try requests.read().texts == ["call?cmd=loc"])
  }

  @Test("A request that the recorder cannot hold ends the recording with an error, not with a trap")
  func tooLongToRecord() throws {
    let sink = MCAPMemorySink()
    let description = BridgeChannelTests.description()
    var writer = try SessionWriter(sink, description: description, hasTrace: false)
    let text = [UInt8](repeating: 1, count: 3 * BridgeLimits().urlBytes)
    do throws(MCAPError) {
      try text.withRawSpan { (text) throws(MCAPError) in
        try writer.append(BridgeChannelTests.request(0), message: text)
      }
      Issue.record("no error")
    } catch {
      #expect(error.kind == .unsupported)
      #expect(error.message.contains("too long to be recorded"))
    }
    // What follows is recorded.
    try Array("call?cmd=loc".utf8).withRawSpan { (text) throws(MCAPError) in
      try writer.append(BridgeChannelTests.request(1, at: 1), message: text)
    }
    _ = try writer.finish(nil)
    #expect(try RequestSample.read(sink.bytes, RequestSample().routing).texts == ["call?cmd=loc"])
  }

  @Test(
    "Random bytes as requests are read or refused",
    arguments: RunLength.seeds(Array(1...20), usually: 5)
  )
  func noise(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let good = Array(#"{"sequence":3,"text":"call?cmd=play&msg=%5B1%5D","transport":"url"}"#.utf8)
    var refused = 0
    for _ in 0..<100 {
      var message = good
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<message.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: message[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: message.remove(at: place)
        default: message.insert(UInt8.random(in: 0...255, using: &random), at: place)
        }
      }
      var requests = RequestSample()
      requests.sample.add(5, at: 0, message)
      let read = try requests.readBytes()
      #expect(read.count == 1, "seed \(seed)")
      if read.first?.event.payload.reference.refusal != nil { refused += 1 }
    }
    #expect(refused > 0)
  }
}
