import KymoBridge
import KymoTestSupport
import Testing

/// Row by row, what the URLs of 2009 did and what they do here.
@Suite("Call URL") struct CallURLTests {
  @Test("A raw & in the message: cut there; here the message goes to the end")
  func ampersand() {
    #expect(CallCase.query("cmd=a&msg=b&c=d&msg=e", .legacy) == "a(s:b)")
    #expect(CallCase.query("cmd=a&msg=b&c=d&msg=e", .strict) == "a(s:b&c=d&msg=e)")
  }

  @Test("A raw = in the message: cut there; here pairs are split at the first only")
  func equalsSign() {
    #expect(CallCase.query("cmd=a&msg=x=1", .legacy) == "a(s:x)")
    #expect(CallCase.query("cmd=a&msg=x=1", .strict) == "a(s:x=1)")
    #expect(CallCase.query("cmd=a=b&msg=x", .legacy) == "a(s:x)")
    #expect(CallCase.query("cmd=a=b&msg=x", .strict) == "a=b(s:x)")
  }

  @Test("A raw ? in the message: cut there; here only the first one splits")
  func questionMark() {
    #expect(CallCase.query("cmd=a&msg=what?now", .legacy) == "a(s:what)")
    #expect(CallCase.query("cmd=a&msg=what?now", .strict) == "a(s:what?now)")
  }

  @Test("A raw # stays in the text; here it is an error, as the sender escapes it")
  func fragment() {
    #expect(CallCase.query("cmd=a&msg=b#c", .legacy) == "a(s:b#c)")
    #expect(CallCase.query("cmd=a&msg=b#c", .strict) == "\(CallError.fragment(offset: 34))")
    #expect(CallCase.query("cmd=a&msg=b%23c", .strict) == "a(s:b#c)")
  }

  @Test("A typed %41 became A; here the sender escapes the percent sign")
  func typedEscape() throws {
    for (mode, result) in [(CallMode.legacy, "a(s:A)"), (.strict, "a(s:%41)")] {
      var encoder = CallEncoder(base: "https://app.local", mode: mode, limits: CallCase.limits)
      try encoder.encode(command: "a", message: "%41")
      #expect(CallCase.decoded(encoder.text, mode) == result)
    }
  }

  @Test("A bad escape crashed; it is an error in both modes", arguments: CallMode.allCases)
  func badEscape(_ mode: CallMode) {
    for text in ["%", "%4", "%zz", "%4g", "% 41", "%%41"] {
      let expected = "\(CallError.badPercentEscape(offset: 34))"
      #expect(CallCase.query("cmd=a&msg=b\(text)", mode) == expected, "\(text)")
    }
  }

  @Test("Escapes beyond ASCII crashed; here they are UTF-8")
  func beyondASCII() {
    #expect(CallCase.query("cmd=a&msg=%C3%A9", .legacy) == "\(CallError.notASCII(offset: 33))")
    #expect(CallCase.query("cmd=a&msg=%C3%A9%F0%9F%98%80", .strict) == "a(s:é😀)")
    #expect(CallCase.query("cmd=a&msg=é", .strict) == "a(s:é)")
    for text in ["%C3", "%FF", "%ED%A0%80", "%C0%80", "%F4%90%80%80"] {
      #expect(CallCase.query("cmd=a&msg=\(text)", .strict) == "\(CallError.invalidUTF8)")
      #expect(CallCase.query("cmd=\(text)", .strict) == "\(CallError.invalidUTF8)")
    }
  }

  @Test("A plus sign stays one", arguments: CallMode.allCases)
  func plus(_ mode: CallMode) {
    #expect(CallCase.query("cmd=a&msg=1+1", mode) == "a(s:1+1)")
  }

  @Test("Spaces, quotes and brackets are escaped by the sender", arguments: CallMode.allCases)
  func escapedByWebView(_ mode: CallMode) throws {
    var encoder = CallEncoder(base: "https://app.local", mode: mode, limits: CallCase.limits)
    try encoder.encode(command: "a", message: #"["x y"]"#)
    #expect(encoder.text == "https://app.local/call?cmd=a&msg=%5B%22x%20y%22%5D")
    #expect(CallCase.decoded(encoder.text, mode) == "a(s:x y)")
  }

  @Test("No message crashed; here there are no parameters")
  func noMessage() {
    #expect(CallCase.query("cmd=loc", .legacy) == "\(CallError.missingMessage(offset: 30))")
    #expect(CallCase.query("cmd=loc", .strict) == "loc()")
    #expect(CallCase.query("cmd=loc&msg", .legacy) == "\(CallError.missingMessage(offset: 31))")
    #expect(CallCase.query("cmd=loc&msg", .strict) == "\(CallError.unexpectedPair(offset: 31))")
    #expect(
      CallCase.query("cmd=loc&x=1&msg=2", .strict) == "\(CallError.unexpectedPair(offset: 31))"
    )
  }

  @Test("makeCall(\"loc\") sent the word undefined; here that is no message")
  func undefined() throws {
    #expect(CallCase.query("cmd=loc&msg=undefined", .legacy) == "loc(s:undefined)")
    #expect(CallCase.query("cmd=loc&msg=undefined", .strict) == "loc()")
    var encoder = CallEncoder(base: "https://app.local", mode: .legacy, limits: CallCase.limits)
    try encoder.encode(command: "loc", message: nil)
    #expect(encoder.text == "https://app.local/call?cmd=loc&msg=undefined")
    // A text that says so is told apart.
    var strict = CallEncoder(base: "https://app.local", limits: CallCase.limits)
    try strict.encode(command: "loc", message: "undefined")
    #expect(CallCase.decoded(strict.text, .strict) == "loc(s:undefined)")
    try strict.encode(command: "loc", message: nil)
    #expect(strict.text == "https://app.local/call?cmd=loc")
  }

  @Test("An empty message was one empty parameter; here it is none")
  func emptyMessage() {
    #expect(CallCase.query("cmd=a&msg=", .legacy) == "a(s:)")
    #expect(CallCase.query("cmd=a&msg=", .strict) == "a()")
  }

  @Test("An empty or unknown command is a call, which the table does not know")
  func unknownCommand() {
    for mode in CallMode.allCases {
      #expect(CallCase.query("cmd=&msg=1x", mode) == "(s:1x)")
      #expect(CallCase.query("cmd=nothing&msg=1x", mode) == "nothing(s:1x)")
    }
  }

  @Test("Keys were never looked at; here they must be there (B7)")
  func keys() {
    #expect(CallCase.query("x=a&y=b", .legacy) == "a(s:b)")
    #expect(CallCase.query("x=a&y=b", .strict) == "\(CallError.missingCommand(offset: 23))")
    #expect(CallCase.query("", .legacy) == "\(CallError.missingCommand(offset: 23))")
    #expect(CallCase.query("", .strict) == "\(CallError.missingCommand(offset: 23))")
    #expect(
      CallCase.decoded("https://app.local/call", .strict)
        == "\(CallError.missingCommand(offset: 22))"
    )
    #expect(CallCase.query("cmd=a%26b&msg=%5B%22%3D%3F%26%23%25%22%5D", .strict) == "a&b(s:=?&#%)")
  }

  @Test(
    "Only call in an allowed page's folder is a call; in 2009 every ? made one (B14)",
    arguments: [
      "https://app.local/other?cmd=a&msg=b", "https://app.local/x/call?cmd=a&msg=b",
      "https://app.local/Call?cmd=a&msg=b", "https://app.local/call2?cmd=a&msg=b",
      "https://app.local/call/?cmd=a&msg=b", "https://evil.example/call?cmd=a&msg=b",
      "http://app.local/call?cmd=a&msg=b", "https://app.local:8080/call?cmd=a&msg=b",
      "https://app.local@evil.example/call?cmd=a&msg=b",
      "https://app.local.evil.example/call?cmd=a&msg=b", "call?cmd=a&msg=b",
      "https://app.local//call?cmd=a&msg=b", "https://app.local/%63all?cmd=a&msg=b",
      "about:blank?cmd=a&msg=b", "?cmd=a&msg=b",
    ]
  )
  func origins(_ url: String) {
    #expect(CallCase.decoded(url, .strict) == "navigation")
    #expect(CallCase.decoded(url, .legacy) == "a(s:b)")
  }

  @Test("Without a ? nothing is a call", arguments: CallMode.allCases)
  func noQuery(_ mode: CallMode) {
    for url in ["", "https://app.local/", "about:blank", "https://app.local/index.html#a"] {
      #expect(CallCase.decoded(url, mode) == "navigation")
    }
  }

  @Test("Scheme and host are the same in either case, other bases are allowed by name")
  func bases() throws {
    #expect(CallCase.decoded("HTTPS://App.Local/call?cmd=a", .strict) == "a()")
    var decoder = CallDecoder(bases: ["", "file:///app", "/x/"], limits: CallCase.limits)
    for url in ["call?cmd=a", "file:///app/call?cmd=a", "/x/call?cmd=a"] {
      #expect(try decoder.decode(url) == .call, "\(url)")
    }
    for url in ["file:///App/call?cmd=a", "/X/call?cmd=a", "/call?cmd=a"] {
      #expect(try decoder.decode(url) == .navigation, "\(url)")
    }
  }

  @Test("After an error or another address nothing of the last call is left")
  func afterError() throws {
    var decoder = CallDecoder(bases: [""], limits: CallCase.limits)
    try decoder.decode("call?cmd=a&msg=1")
    #expect(decoder.command == "a" && decoder.messageText == "1")
    #expect(throws: CallError.self) { try decoder.decode("call?cmd=b&msg=%") }
    #expect(decoder.command == "" && decoder.messageText == nil && decoder.message.count == 0)
    try decoder.decode("call?cmd=a&msg=1")
    #expect(try decoder.decode("other") == .navigation)
    #expect(decoder.command == "" && decoder.messageText == nil && decoder.message.count == 0)
  }

  @Test("What is too long is an error; a message of 1 MiB is not")
  func length() throws {
    var encoder = CallEncoder(base: "")
    var decoder = CallDecoder(bases: [""])
    let message = "[\"" + String(repeating: "é&", count: (1 << 20) / 3) + "\"]"
    try encoder.encode(command: "a", message: message)
    let kind = try encoder.withURL { (url) throws(CallError) in try decoder.decode(utf8: url) }
    #expect(kind == .call)
    #expect(decoder.messageText == message)
    let limits = BridgeLimits(messageBytes: 10)
    var small = CallDecoder(bases: [""], limits: limits)
    try small.decode("call?cmd=a&msg=%30123456789")
    #expect(throws: CallError.tooLong(limit: 10)) {
      try small.decode("call?cmd=a&msg=01234567890")
    }
    #expect(throws: CallError.tooLong(limit: BridgeLimits.commandBytes)) {
      try small.decode("call?cmd=" + String(repeating: "a", count: BridgeLimits.commandBytes + 1))
    }
    var writer = CallEncoder(base: "", limits: limits)
    #expect(throws: CallError.tooLong(limit: 10)) {
      try writer.encode(command: "a", message: "01234567890")
    }
  }

  @Test("Any name and any text come out as they went in")
  func roundTrip() throws {
    let seed: UInt64 = 2009
    var random = SeededRandom(seed: seed)
    var encoder = CallEncoder(base: "https://app.local/a b/é/", limits: CallCase.limits)
    var decoder = CallDecoder(bases: ["https://app.local/a b/é/"], limits: CallCase.limits)
    for round in 0..<20_000 {
      let name = random.text(maximum: 10)
      let text: String? = random.once(in: 10) ? nil : random.text()
      do {
        try encoder.encode(command: name, message: text)
        try encoder.withURL { (url) throws(CallError) in _ = try decoder.decode(utf8: url) }
      } catch CallError.message(let error) {
        #expect(error.isLimit, "seed \(seed), round \(round)")
        continue
      }
      let names = Array(decoder.command.utf8) == Array(name.utf8)
      let texts = decoder.messageText.map { Array($0.utf8) } == text.map { Array($0.utf8) }
      #expect(names && texts, "seed \(seed), round \(round)")
    }
  }
}
