import KymoBridge
import KymoCore
import KymoSamples
import KymoMCAP
import KymoRecording
import Testing

/// The bugs of the printed code, one test each: strict does the right thing, legacy what was printed.
///
/// B9, a format string without its closing quote, is not in the book but in the code of 2012, and has
/// nothing here to correspond to. Where the code crashed or never came back, legacy ends with an outcome.
@Suite("Bugs of the book") struct BookBugTests {
  static let second = PageBench.second

  /// A table with handlers of a test's own behind the bridge's decoder.
  static func lines(
    _ mode: CallMode,
    _ urls: [String],
    _ fill: (inout CommandMap) -> Void
  ) throws -> [String] {
    let rules = CallRules(mode: mode, limits: PageBench.limits)
    var map = CommandMap()
    map.decoder = CallRequestDecoder(rules)
    if mode == .legacy { map.followLegacyRules() }
    fill(&map)
    let table = try CommandTable(map)
    var router = CallRouter(table.lookup, rules: rules)
    var texts = PayloadArenaWriter(minimumCapacity: 1 << 16)
    var events: [Event] = []
    for url in urls {
      let text = Array(url.utf8)
      let reference = try #require(text.withRawSpan { texts.write($0, waits: false) })
      events.append(
        Event(
          timestamp: Int64(events.count),
          sequence: UInt32(events.count),
          command: text.withRawSpan { router.command(of: $0) },
          source: .bridge,
          kind: .message,
          payload: Payload(reference)
        )
      )
    }
    let lines = StepLines(names: table.names)
    var dispatcher = Dispatcher(table: table, sink: lines)
    dispatcher.dispatch(events.span, arena: texts.arena)
    return dispatcher.sink.lines
  }

  // As printed the loop ran for ever or skipped everything else: nobody has recorded that, so that both
  // modes do what was meant.
  @Test("B1: default objects run once, before the command's own", arguments: CallMode.allCases)
  func b1(_ mode: CallMode) throws {
    var seen: [String] = []
    let lines = try Self.lines(mode, ["call?cmd=a&msg=x", "call?cmd=default&msg=x"]) { map in
      for command in ["a", "default"] {
        map.business(command) { exchange in
          seen.append("\(command) \(exchange.parameterCount)")
          return .proceed
        }
      }
    }
    #expect(lines == ["a completed", "default completed"])
    #expect(seen == ["default 2", "a 2", "default 2"])
  }

  @Test("B2: nil from a business object ends the request; in 2009 the views got nil instead")
  func b2() throws {
    for mode in CallMode.allCases {
      var seen: [Int] = []
      let lines = try Self.lines(mode, ["call?cmd=a&msg=x"]) { map in
        map.business("a") { _ in .exit }
        map.view("a") { exchange in
          seen.append(exchange.parameterCount)
          return .proceed
        }
      }
      #expect(lines == ["a exited business"])
      #expect(seen == (mode == .legacy ? [0] : []))
    }
    // In the catalogue it is loc that says nil, and accel while it is off.
    for mode in CallMode.allCases {
      #expect(try PageBench(mode).call("loc") == ["loc exited business"])
    }
  }

  @Test("B3: business objects see the results before them; in 2009 only views did")
  func b3() throws {
    for mode in CallMode.allCases {
      var seen: [Int] = []
      _ = try Self.lines(mode, ["call?cmd=a&msg=x"]) { map in
        for _ in 0..<2 {
          map.business("a") { (exchange) throws(HandlerError) in
            seen.append(exchange.resultCount)
            try exchange.append(.integer(1))
            return .proceed
          }
        }
        map.view("a") { exchange in
          seen.append(exchange.resultCount)
          return .proceed
        }
      }
      #expect(seen == [0, mode == .legacy ? 0 : 1, 2])
    }
  }

  // As printed nobody put the controller there, and every object read beyond the end: a crash.
  @Test("B4: the controller is parameter 0", arguments: CallMode.allCases)
  func b4(_ mode: CallMode) throws {
    var seen: [Value?] = []
    let lines = try Self.lines(mode, ["call?cmd=a&msg=%5B7%5D"]) { map in
      map.view("a") { exchange in
        seen = (0...2).map { exchange.parameter($0) }
        return .proceed
      }
    }
    #expect(lines == ["a completed"])
    #expect(seen == [.controller, .integer(7), nil])
  }

  @Test("B5: every view runs; in 2009 the first one's nil was the end")
  func b5() throws {
    for mode in CallMode.allCases {
      var seen: [Int] = []
      _ = try Self.lines(mode, ["call?cmd=a&msg=x"]) { map in
        for number in 1...3 {
          map.view("a") { _ in
            seen.append(number)
            return .proceed
          }
        }
      }
      #expect(seen == (mode == .legacy ? [1] : [1, 2, 3]))
    }
  }

  @Test(
    "B6: messages are decoded by their type; in 2009 a list was one or the text was a parameter",
    arguments: [
      ("[]", "", "text []"),
      ("-1", "integer -1", "text -1"),
      (#""DateTime""#, "text DateTime", #"text "DateTime""#),
      ("DateTime", "text DateTime", "text DateTime"),
      (
        #"["a",1.5,true,null,[2],{"b":3}]"#,
        #"text a, number 1.5, true, none, json [2], json {"b":3}"#, nil
      ),
      (#"{"a":1}"#, #"json {"a":1}"#, "crash"),
      ("null", "none", "text null"),
      ("true", "true", "text true"),
    ] as [(String, String, String?)]
  )
  func b6(_ message: String, _ strict: String, _ legacy: String?) throws {
    for (mode, expected) in [(CallMode.strict, strict), (.legacy, legacy ?? strict)] {
      var encoder = CallEncoder(base: "", mode: mode, limits: PageBench.limits)
      try encoder.encode(command: "a", message: message)
      var seen = "nothing"
      let lines = try Self.lines(mode, [encoder.text]) { map in
        map.view("a") { exchange in
          seen = (1..<exchange.parameterCount).map { index in
            switch exchange.parameter(index) {
            case .text(let text)?: "text " + exchange.string(text)
            case .json(let text)?: "json " + exchange.string(text)
            case .integer(let value)?: "integer \(value)"
            case .number(let value)?: "number \(value)"
            case .boolean(let value)?: "\(value)"
            case Value.none?: "none"
            default: "?"
            }
          }.joined(separator: ", ")
          return .proceed
        }
      }
      if expected == "crash" {
        #expect(lines == ["a malformed validate 23"] && seen == "nothing")
      } else {
        #expect(lines == ["a completed"] && seen == expected, "\(mode)")
      }
    }
  }

  @Test("B7: &, = and ? in a message stay in it; in 2009 it was cut there, and é was a crash")
  func b7() throws {
    for (character, kept) in [("&", "a"), ("=", "a"), ("?", "a")] {
      let strict = try PageBench()
      #expect(try strict.url("call?cmd=logMessage&msg=a\(character)b") == ["logMessage completed"])
      #expect(strict.log == ["JavaScriptMessage: a\(character)b"])
      let legacy = try PageBench(.legacy)
      #expect(try legacy.url("call?cmd=logMessage&msg=a\(character)b") == ["logMessage completed"])
      #expect(legacy.log == ["JavaScriptMessage: \(kept)"])
    }
    let strict = try PageBench()
    #expect(try strict.call("logMessage", "café & more") == ["logMessage completed"])
    #expect(strict.log == ["JavaScriptMessage: café & more"])
    let legacy = try PageBench(.legacy)
    #expect(try legacy.call("logMessage", "café & more") == ["logMessage malformed validate 21"])
    #expect(try strict.url("call?cmd=logMessage&msg=%") == ["logMessage malformed validate 20"])
    #expect(try legacy.url("call?cmd=logMessage&msg=%") == ["logMessage malformed validate 20"])
  }

  @Test("B8: text in a reply is escaped; in 2009 a quote ended the literal")
  func b8() throws {
    let payload = "['it\\'s \"it\"\n\u{2028}']"
    for mode in CallMode.allCases {
      let lines = try Self.lines(mode, ["call?cmd=a&msg=x"]) { map in
        map.view("a") { (exchange) throws(HandlerError) in
          var script = ReplyScript(mode: mode)
          do {
            try Array(payload.utf8).withRawSpan { (json) throws(JSONWriterError) in
              try script.writeJSONRequest("answer", json: json)
            }
          } catch { throw .tooLong }
          try script.withText { (text) throws(HandlerError) in try exchange.reply(text: text) }
          return .proceed
        }
      }
      let escaped = #"[\'it\\\'s \"it\"\n\u2028\']"#
      let literal = mode == .legacy ? payload : escaped
      #expect(lines == ["a completed -> handleJSONRequest('answer','\(literal)') for 0"])
    }
    // The catalogue's own text is the date, whose JSON has quotes.
    for (mode, quote) in [(CallMode.strict, #"\""#), (.legacy, #"""#)] {
      let page = try PageBench(mode, PagePickerTests.model)
      try page.call("showDate", "Date")
      #expect(page.finish()[0].contains("('showPickResults','[\(quote)2009-"))
    }
  }

  @Test(
    "B10: numbers are the shortest that read back; in 2009 an altitude was a float and %f had six digits"
  )
  func b10() throws {
    let strict = try PageBench()
    try strict.call("loc")
    #expect(strict.fix(0.1, 1e-7, altitude: 16_777_217)[0].contains("'[0.1,0.0000001,16777217]'"))
    #expect(strict.shake(0.1234567890123, 0, 0)[0].contains(#"{"x":0.1234567890123,"y":0,"z":0}"#))
    let legacy = try PageBench(.legacy)
    try legacy.call("loc")
    #expect(legacy.fix(0.1, 1e-7, altitude: 16_777_217)[0].contains("'[0.1,1e-07,1.677722e+07]'"))
    #expect(
      legacy.shake(0.1234567890123, 0, 0)[0]
        .contains(#"{"x":0.123457,"y":0.000000,"z":0.000000}"#)
    )
  }

  @Test("B11: a failed validation and an unknown command are counted, in both")
  func b11() throws {
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      #expect(try page.call("nobody", "1") == ["unknown unknownCommand"])
      #expect(try page.call("sendloc", "1") == ["sendloc validationFailed validate"])
      #expect(page.count("nobody", .unknownCommand) == 1)
      #expect(page.count("sendloc", .validationFailed) == 1)
    }
  }

  @Test("B12: playSound takes -1 and 0; in 2009 everything but -1 was the laser")
  func b12() throws {
    let strict = try PageBench()
    #expect(try strict.call("playSound", "12") == ["playSound validationFailed validate"])
    #expect(try strict.call("playSound", #""laser""#) == ["playSound failed validate 3"])
    #expect(strict.counter("sounds.played") == 0)
    let legacy = try PageBench(.legacy)
    #expect(try legacy.call("playSound", "12") == ["playSound completed"])
    #expect(try legacy.call("playSound", #""laser""#) == ["playSound completed"])
    #expect(legacy.counter("sounds.played") == 2)
  }

  @Test("B13: makeCall encodes, numbers, bounds and waits; in 2009 the text went as it was")
  func b13() throws {
    let text = "100 % & more = \"it's\"?#"
    var encoder = CallEncoder(base: "", limits: PageBench.limits)
    try encoder.encode(command: "logMessage", message: text)
    var queue = CallQueue(maximumCalls: 3, maximumBytes: 1 << 10)
    func make() -> CallAdmission { encoder.withURL { queue.makeCall($0, at: 0) } }
    // Before the page is ready nothing is sent; then one at a time, and what does not fit is counted.
    #expect(make() == .queued(0))
    queue.becomeReady(at: 0)
    let first = queue.inFlight
    #expect(first == 0)
    #expect(make() == .queued(1) && make() == .queued(2))
    #expect(make() == .dropped(3))
    #expect(queue.counts.dropped == 1 && queue.inFlight == first)
    let page = try PageBench()
    var answered = 0
    while let sequence = queue.inFlight {
      let url = try #require(queue.withInFlight { _, url in url.text })
      #expect(try page.url(url) == ["logMessage completed"])
      _ = queue.acknowledge(sequence, at: 1)
      answered += 1
    }
    #expect(answered == 3)
    #expect(page.log == Array(repeating: "JavaScriptMessage: " + text, count: 3))
    // As printed: cut at the first &, and the page was not told.
    let legacy = try PageBench(.legacy)
    #expect(try legacy.call("logMessage", "more & less") == ["logMessage completed"])
    #expect(legacy.log == ["JavaScriptMessage: more "])
    #expect(try legacy.call("logMessage", text) == ["logMessage malformed validate 20"])
  }

  @Test("B14: only call is a call; in 2009 every URL with a ? was one")
  func b14() throws {
    for url in [
      "index.html?cmd=logMessage&msg=x", "https://evil.example/call?cmd=logMessage&msg=x",
    ] {
      let strict = try PageBench()
      #expect(try strict.url(url) == ["unknown malformed validate 16"])
      #expect(strict.log.isEmpty && strict.count("nobody", .malformed) == 1)
      let legacy = try PageBench(.legacy)
      #expect(try legacy.url(url) == ["logMessage completed"])
      #expect(legacy.log == ["JavaScriptMessage: x"])
    }
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      #expect(try page.url("index.html") == ["unknown malformed validate 16"])
    }
  }
}
