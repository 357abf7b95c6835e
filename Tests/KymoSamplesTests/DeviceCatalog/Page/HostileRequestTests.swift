import Foundation
import KymoBridge
import KymoCore
@testable import KymoSamples
import KymoDevice
import KymoTestSupport
import Testing

/// What a page may send that means no good: error outcomes, and nothing outside of the sandbox.
@Suite("Hostile requests") struct HostileRequestTests {
  /// Names as they stand in JSON, and whether the sandbox would have to leave its directory for them.
  static let names = [
    "../evil.caf", "/evil.caf", "a/evil.caf", "..", ".", "", "...caf", ".hidden.caf", "./evil.caf",
    #"evil\u0000.caf"#, #"evil.caf\u0000"#, #"\u0000.caf"#, #"ev\nil.caf"#, #"ev\u007fil.caf"#,
    String(repeating: "x", count: 296) + ".caf", String(repeating: "x", count: 252) + ".caf",
    "evil.wav", "caf", #"..\u002fevil.caf"#, "%2e%2e%2fevil.caf", "..%2fevil.wav",
  ]

  /// Everything below a directory, with what files hold.
  static func contents(_ path: String) throws -> [String: Data] {
    var found: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
      // Of a folder there are none.
      found[name] = (try? Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)"))) ?? Data()
    }
    return found
  }

  @Test(
    "Names that lead out of the sandbox, or are none, are refused",
    arguments: CallMode.allCases
  )
  func names(_ mode: CallMode) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sandbox")
    try folder.makeFolder("sandbox/a")
    try folder.write("precious", to: "evil.caf")
    let before = try Self.contents(folder.path)
    var model = PhoneModel()
    model.storage = .directory(path: "\(folder.path)/sandbox")
    let page = try PageBench(mode, model)
    let place = mode == .strict ? "validate" : "view"
    for name in Self.names where name != "%2e%2e%2fevil.caf" {
      let start = try page.call("rec", #"["\#(name)","start"]"#)
      #expect(start == ["rec failed \(place) 261"], "\(name)")
      #expect(page.phone.recorder.recordingName == nil, "\(name)")
      let stop = try page.call("rec", #"["\#(name)","stop"]"#)
      #expect(stop == ["rec failed \(place) \(mode == .strict ? 261 : 264)"], "\(name)")
      for action in ["start", "pause", "stop"] {
        let play = try page.call("play", #"["\#(name)","\#(action)"]"#)
        #expect(play == ["play failed \(place) 261"], "\(name)")
      }
      let sound = try page.call("playSound", #"[0,"\#(name)"]"#)
      #expect(sound == ["playSound failed \(place) 261"], "\(name)")
      #expect(try Self.contents(folder.path) == before, "\(name)")
    }
    #expect(page.phone.counters.allSatisfy { $0.count == 0 })
    #expect(page.phone.sandbox.names.isEmpty)
  }

  @Test("What only looks like a way out is the name of a file within", arguments: CallMode.allCases)
  func harmless(_ mode: CallMode) throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sandbox")
    var model = PhoneModel()
    model.storage = .directory(path: "\(folder.path)/sandbox")
    let page = try PageBench(mode, model)
    let longest = String(repeating: "x", count: 251) + ".caf"
    let names = ["..caf.caf", #"..\\evil.caf"#, "~root.caf", "evil.caf;rm.CAF", longest]
    for name in names where name.first != "." { try page.record(name, seconds: 1) }
    let expected = [#"~root.caf"#, "evil.caf;rm.CAF", longest].sorted()
    #expect(
      try Self.contents(folder.path).keys.sorted() == ["sandbox"] + expected.map { "sandbox/" + $0 }
    )
    // One that begins with a dot is refused however it goes on.
    for name in names where name.first == "." {
      #expect(try page.call("rec", #"["\#(name)","start"]"#)[0].hasSuffix(" 261"), "\(name)")
    }
  }

  @Test("A percent escape that was escaped is a name, and not a way")
  func doubleEscape() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sandbox")
    var model = PhoneModel()
    model.storage = .directory(path: "\(folder.path)/sandbox")
    // Encoded by the page, and so decoded only once.
    let page = try PageBench(.strict, model)
    try page.record("%2e%2e%2fevil.caf", seconds: 1)
    #expect(try folder.names() == ["sandbox"])
    #expect(page.phone.sandbox.names == ["%2e%2e%2fevil.caf"])
    // In 2009 nobody encoded, so that it is one.
    let legacy = try PageBench(.legacy, model)
    let lines = try legacy.call("rec", #"["%2e%2e%2fevil.caf","start"]"#)
    #expect(lines == ["rec failed view 261"])
    #expect(try folder.names() == ["sandbox"])
  }

  @Test("A link in the sandbox is not followed")
  func link() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("sandbox")
    try folder.write("precious", to: "outside")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/sandbox/a.caf",
      withDestinationPath: "\(folder.path)/outside"
    )
    var model = PhoneModel()
    model.storage = .directory(path: "\(folder.path)/sandbox")
    let page = try PageBench(.strict, model)
    #expect(try page.call("rec", #"["a.caf","start"]"#) == ["rec completed"])
    #expect(try page.call("rec", #"["a.caf","stop"]"#) == ["rec failed view 268"])
    #expect(try page.call("play", #"["a.caf","start"]"#) == ["play failed view 260"])
    #expect(try folder.bytes("outside") == Array("precious".utf8))
    #expect(try folder.names() == ["outside", "sandbox"])
  }

  @Test(
    "A message nested 10,000 deep, open or closed, is malformed; in 2009 it was a text",
    arguments: [
      false, true,
    ]
  )
  func nested(_ isClosed: Bool) throws {
    let depth = 10_000
    for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
      let core = open == "[" ? "" : "1"
      let message =
        String(repeating: open, count: depth) + core
        + (isClosed ? String(repeating: close, count: depth) : "")
      let page = try PageBench()
      for command in ["logMessage", "play", "switchAccelerometer", "loc"] {
        let lines = try page.call(command, message)
        #expect(lines == ["\(command) malformed validate 22"])
      }
      #expect(page.phone.counters.allSatisfy { $0.count == 0 })
      let legacy = try PageBench(.legacy)
      #expect(try legacy.call("logMessage", message) == ["logMessage completed"])
      #expect(legacy.log[0].hasPrefix("JavaScriptMessage: " + open))
      #expect(try legacy.call("play", #"["\#(depth)"]"#)[0].hasPrefix("play failed"))
    }
    // As deep as it may be.
    let page = try PageBench()
    let deep = String(repeating: "[", count: 512) + "7" + String(repeating: "]", count: 512)
    #expect(try page.call("logMessage", deep) == ["logMessage completed"])
    let deeper = try page.call("logMessage", "[\(deep)]")
    #expect(deeper == ["logMessage malformed validate 22"])
  }

  @Test(
    "Numbers out of range are malformed, or of the wrong type, never a trap",
    arguments: ["1e999", "-1e999", "1e309", "[[1e999]]", #"{"on":1e400}"#]
  )
  func numbers(_ number: String) throws {
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      for command in ["logMessage", "playSound", "play", "rec", "showDate", "switchAccelerometer"] {
        let lines = try page.call(command, #"["a.caf","start",\#(number)]"#)
        #expect(lines == ["\(command) malformed validate 22"], "\(mode)")
      }
      #expect(page.phone.counters.allSatisfy { $0.count == 0 })
    }
  }

  @Test(
    "Numbers at the ends of their ranges",
    arguments: [
      "9223372036854775807", "9223372036854775808", "-9223372036854775808",
      "18446744073709551615", "1e308", "-1e308", "4.9e-324", "1e18", "1e19", "-0.0",
    ]
  )
  func extremes(_ number: String) throws {
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      try page.record("a.caf", seconds: 1)
      for message in [number, "[\(number)]", #"["a.caf","start",\#(number)]"#] {
        for command in ["playSound", "play", "rec", "showDate", "switchAccelerometer", "loc"] {
          let lines = try page.call(command, message, at: 1)
          #expect(lines.count == 1 && !lines[0].contains("malformed"), "\(lines)")
        }
      }
      // Whatever became of it, what is logged is what was sent.
      #expect(try page.call("logMessage", "[\(number)]", at: 1) == ["logMessage completed"])
      #expect(page.log.last == "JavaScriptMessage: \(number)", "\(mode)")
    }
  }

  @Test(
    "Whole numbers that no integer holds are out of range",
    arguments: ["-9223372036854775809", "18446744073709551616", "123456789012345678901234567890"]
  )
  func wholeNumbers(_ number: String) throws {
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      let lines = try page.call("logMessage", "[\(number)]")
      #expect(lines == ["logMessage malformed validate 22"], "\(mode)")
    }
  }

  @Test("A message of 1 MiB is logged, as far as a line goes", arguments: CallMode.allCases)
  func long(_ mode: CallMode) throws {
    let page = try PageBench(mode, limits: BridgeLimits(messageBytes: 1 << 20))
    let unit = mode == .strict ? "é" : "ee"
    let message = String(repeating: unit, count: (1 << 19))
    #expect(message.utf8.count == 1 << 20)
    #expect(try page.call("logMessage", message) == ["logMessage completed"])
    let line = try #require(page.log.first)
    #expect(line.utf8.count <= PhoneLog.maximumLineBytes)
    #expect(line.utf8.count >= PhoneLog.maximumLineBytes - 1)
    #expect(("JavaScriptMessage: " + message).hasPrefix(line))
    // A byte more than there may be.
    let url = "call?cmd=logMessage&msg=x" + String(repeating: "e", count: 1 << 20)
    #expect(try page.url(url) == ["logMessage malformed validate 7"])
    #expect(page.counter("log.lines") == 1)
  }

  @Test("The longest URL that is still read, and one byte more")
  func longURL() throws {
    let limits = BridgeLimits(messageBytes: 1 << 10)
    let page = try PageBench(limits: limits)
    let start = "call?cmd=logMessage&msg="
    let text = String(repeating: "%41", count: 1 << 10)
    #expect(try page.url(start + text) == ["logMessage completed"])
    let padding = String(repeating: "x", count: limits.urlBytes - start.utf8.count)
    #expect(try page.url(start + padding) == ["logMessage malformed validate 7"])
    // Whose command it is cannot be known either.
    #expect(try page.url(start + padding + "x") == ["unknown malformed validate 7"])
  }

  @Test("More parameters than there may be")
  func manyParameters() throws {
    let page = try PageBench()
    let most = (1..<Parameters.maximumCount).map(String.init).joined(separator: ",")
    #expect(try page.call("logMessage", "[\(most)]") == ["logMessage completed"])
    #expect(try page.call("logMessage", "[\(most),1]") == ["logMessage malformed validate 8"])
  }

  @Test("Lone surrogates are malformed; in 2009 they were a text")
  func surrogates() throws {
    for message in [#""\ud800""#, #"["\udc00"]"#, #"["\ud800x"]"#, #"{"\ud83d":1}"#] {
      let page = try PageBench()
      #expect(try page.call("logMessage", message) == ["logMessage malformed validate 22"])
      let legacy = try PageBench(.legacy)
      #expect(try legacy.call("logMessage", message) == ["logMessage completed"])
      #expect(legacy.log == ["JavaScriptMessage: " + message])
    }
    let page = try PageBench()
    #expect(try page.call("logMessage", #""\ud83d\ude00""#) == ["logMessage completed"])
    #expect(page.log == ["JavaScriptMessage: 😀"])
    // As bytes of a URL they are no UTF-8.
    let bytes = try page.url("call?cmd=logMessage&msg=%ED%A0%80")
    #expect(bytes == ["logMessage malformed validate 21"])
    #expect(try page.url("call?cmd=%ED%A0%80&msg=1") == ["unknown malformed validate 21"])
  }

  @Test("Control characters and line separators come through as they are")
  func controls() throws {
    let page = try PageBench()
    let text = "\u{0}\u{1}\t\n\r\u{1F}\u{7F}\u{85}\u{2028}\u{2029}\u{FEFF}\u{FFFF}"
    #expect(try page.call("logMessage", text) == ["logMessage completed"])
    #expect(
      try page.call(
        "logMessage",
        #"["\u0000\u0001\t\n\r\u001f\u007f\u0085\u2028\u2029\ufeff\uffff"]"#
      )
        == ["logMessage completed"]
    )
    let expected = Array(("JavaScriptMessage: " + text).utf8)
    #expect(page.log.map { Array($0.utf8) } == [expected, expected])
  }

  @Test(
    "Random bytes as URLs are outcomes, every one counted",
    arguments: [1, 2, 3, 4] as [UInt64]
  )
  func noise(_ seed: UInt64) throws {
    var random = Xoshiro256StarStar(seed: seed, stream: 99)
    let pieces = [
      "call", "?", "cmd=", "&msg=", "play", "rec", "loc", "showDate", "logMessage", "[", "]", "{",
      "}", "\"", ",", ":", "%22", "%5B", "%5D", "%", "%zz", "%00", "%C3%A9", "é", "\u{2028}", "#",
      "&", "=", "start", "stop", "a.caf", "../", "-1", "0", "1e999", "null", "true", "\\u0000",
      "undefined", "+", " ", "\n",
    ]
    for mode in CallMode.allCases {
      let page = try PageBench(mode)
      var steps = 0
      for _ in 0..<400 {
        var url = random.chance(0.7) ? "call?cmd=" : ""
        for _ in 0..<random.integer(0...12) { url += pieces[random.integer(0...pieces.count - 1)] }
        let lines = try page.url(url)
        #expect(!lines.isEmpty, "seed \(seed): \(url)")
        steps += lines.count
      }
      steps += page.finish().count
      #expect(page.phone.sandbox.names.allSatisfy { $0 == "a.caf" }, "seed \(seed)")
      #expect(steps >= 400)
    }
  }
}
