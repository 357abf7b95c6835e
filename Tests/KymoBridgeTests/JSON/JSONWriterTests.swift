import KymoBridge
import KymoTestSupport
import Testing

@Suite("JSON writer") struct JSONWriterTests {
  func written(_ body: (inout JSONWriter) -> Void) throws -> String {
    var writer = JSONWriter(maximumBytes: 4096)
    body(&writer)
    try writer.finish()
    return writer.withText { String(copying: $0) }
  }

  @Test("Containers, names and commas")
  func containers() throws {
    let text = try written { writer in
      writer.beginObject()
      writer.name("list")
      writer.beginArray()
      writer.write(Int64(1))
      writer.beginArray()
      writer.endArray()
      writer.write("{")
      writer.write(true)
      writer.endArray()
      writer.name("none")
      writer.writeNull()
      writer.name("empty")
      writer.beginObject()
      writer.endObject()
      writer.endObject()
    }
    #expect(text == #"{"list":[1,[],"{",true],"none":null,"empty":{}}"#)
  }

  @Test("Every control character is escaped, and nothing else but quote and backslash")
  func escapes() throws {
    let controls = String(String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0) }))
    let expected =
      #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
      + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f"#
    #expect(try written { $0.write(controls) } == "\"\(expected)\"")
    let other = "/'\u{7F}é\u{2028}\u{2029}😀"
    #expect(try written { $0.write("\"\\" + other) } == #""\"\\"# + other + "\"")
  }

  @Test(
    "Numbers are the shortest that read back the same",
    arguments: [
      (0.0, "0"), (-0.0, "-0.0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (100, "100"),
      (1e17, "100000000000000000"), (1e18, "1e+18"), (1e21, "1e+21"), (1.5e300, "1.5e+300"),
      (1e-7, "0.0000001"), (1.5e-7, "0.00000015"), (1e-8, "1e-8"),
      (Double.leastNonzeroMagnitude, "5e-324"),
      (1.7976931348623157e308, "1.7976931348623157e+308"), (1.0 / 3, "0.3333333333333333"),
      (9_007_199_254_740_992, "9007199254740992"), (9_007_199_254_740_991, "9007199254740991"),
      (-9_007_199_254_740_991, "-9007199254740991"), (-1e15, "-1000000000000000"),
      (51.505, "51.505"), (.nan, "null"),
      (.infinity, "null"), (-.infinity, "null"), (123.25, "123.25"), (0.5, "0.5"),
    ]
  )
  func numbers(_ value: Double, _ text: String) throws {
    #expect(try written { $0.write(value) } == text)
  }

  @Test("Whole numbers keep every digit")
  func wholeNumbers() throws {
    #expect(try written { $0.write(Int64.min) } == "-9223372036854775808")
    #expect(try written { $0.write(UInt64.max) } == "18446744073709551615")
    #expect(try written { $0.write(Int64(0)) } == "0")
  }

  @Test("A hundred thousand numbers read back bit for bit")
  func numberRoundTrip() throws {
    let seed: UInt64 = 53
    var random = SeededRandom(seed: seed)
    var writer = JSONWriter(maximumBytes: 64)
    var document = JSONDocument(limits: BridgeLimits(messageBytes: 64))
    for round in 0..<100_000 {
      let value = random.number()
      writer.reset()
      writer.write(value)
      try writer.withText { (text) throws(JSONError) in try document.parse(text) }
      let read = document.number(of: document.root)
      #expect(read?.bitPattern == value.bitPattern, "seed \(seed), round \(round)")
    }
  }

  @Test("Any text reads back the same")
  func textRoundTrip() throws {
    let seed: UInt64 = 54
    var random = SeededRandom(seed: seed)
    for round in 0..<2_000 {
      let text = random.text()
      let json = try written { $0.write(text) }
      var document = JSONDocument(limits: ParsedText.limits)
      try document.parse(json)
      #expect(
        document.isText(of: document.root, equalTo: text) == true,
        "seed \(seed), round \(round)"
      )
    }
  }

  @Test(
    "A document is written as it was read, texts and names apart",
    arguments: [
      #""a""#, #"["a"]"#, #"["a","b",["c"]]"#, #"{"a":"b"}"#, #"{"a":"b","c":"d"}"#,
      #"{"a":["b",{"c":"d","e":["f"]},"g"],"h":"i"}"#, #"[{"a":"b"},"c",{},[],{"d":null}]"#,
      #"[true,false,null,-1,18446744073709551615,1.5,"1.5"]"#,
    ]
  )
  func rewritten(_ text: String) {
    #expect(ParsedText.rewritten(text) == text)
    #expect(ParsedText.rewritten(text, sortedNames: true) == text)
    #expect(ParsedText.rewritten("[\(text),\(text)]") == "[\(text),\(text)]")
    #expect(ParsedText.rewritten("{\"x\":\(text)}") == "{\"x\":\(text)}")
  }

  @Test("Names are sorted by their scalars, at every depth, whatever their escapes")
  func sortedNames() {
    #expect(
      ParsedText.rewritten(
        #"{"b":{"z":1,"a":[{"y":1,"x":2}]},"a":2,"":3,"aa":4}"#,
        sortedNames: true
      )
        == #"{"":3,"a":2,"aa":4,"b":{"a":[{"x":2,"y":1}],"z":1}}"#
    )
    // A quote (0x22) is below a letter, though the backslash before it is not; U+FFFF is below U+10000.
    #expect(
      ParsedText.rewritten(
        "{\"A\":1,\"\\\"\":2,\"\\n\":3,\"\u{10000}\":4,\"\u{FFFF}\":5}",
        sortedNames: true
      )
        == "{\"\\n\":3,\"\\\"\":2,\"A\":1,\"\u{FFFF}\":5,\"\u{10000}\":4}"
    )
    // Equal names keep the order in which they were written.
    #expect(
      ParsedText.rewritten(#"{"b":0,"a":1,"a":2,"a":3}"#, sortedNames: true)
        == #"{"a":1,"a":2,"a":3,"b":0}"#
    )
  }

  @Test("A thousand members are sorted as the standard library sorts them")
  func manyMembers() throws {
    var random = SeededRandom(seed: 55)
    let names = Set((0..<1000).map { _ in "\(random.next())" }).map { $0 }
    var writer = JSONWriter(maximumBytes: 1 << 17)
    writer.beginObject(sortedNames: true)
    for name in names {
      writer.name(name)
      writer.writeNull()
    }
    writer.endObject()
    try writer.finish()
    let expected = "{" + names.sorted().map { "\"\($0)\":null" }.joined(separator: ",") + "}"
    #expect(writer.withText { String(copying: $0) } == expected)
  }

  @Test("What does not fit is an error at the end, and a reset begins anew")
  func limits() throws {
    var writer = JSONWriter(maximumBytes: 4, maximumDepth: 2)
    writer.write("abc")
    #expect(throws: JSONWriterError.full(limit: 4)) { try writer.finish() }
    writer.reset()
    writer.write("ab")
    try writer.finish()
    writer.reset()
    writer.beginArray()
    writer.beginArray()
    writer.beginArray()
    #expect(throws: JSONWriterError.tooDeep(limit: 2)) { try writer.finish() }
    writer.reset()
    writer.beginObject(sortedNames: true)
    for _ in 0...JSONWriter.maximumSortedMembers {
      writer.name("")
      writer.writeNull()
    }
    #expect(throws: JSONWriterError.tooManyMembers(limit: JSONWriter.maximumSortedMembers)) {
      try writer.finish()
    }
  }

  @Test("A value without a name, a second value, a container left open: each traps")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter(maximumBytes: 64)
      writer.beginObject()
      writer.writeNull()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter(maximumBytes: 64)
      writer.writeNull()
      writer.writeNull()
    }
    await #expect(processExitsWith: .failure) {
      var writer = JSONWriter(maximumBytes: 64)
      writer.beginArray()
      try writer.finish()
    }
  }
}
