import KymoBridge
import KymoTestSupport
import Testing

@Suite("JSON document") struct JSONDocumentTests {
  @Test("Scalars stand at the top, and their kinds are kept apart")
  func scalars() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try document.parse("null")
    #expect(document.kind(of: document.root) == .null)
    try document.parse(" true ")
    #expect(document.bool(of: document.root) == true)
    try document.parse("false")
    #expect(document.bool(of: document.root) == false)
    #expect(document.number(of: document.root) == nil)
    try document.parse("\"a\\u00e9\\n\\ud83d\\ude00\"")
    #expect(document.string(of: document.root) == "aé\n😀")
    try document.parse("-12")
    #expect(document.integer(of: document.root) == -12)
    #expect(document.unsigned(of: document.root) == nil)
    #expect(document.number(of: document.root) == -12)
  }

  @Test(
    "Numbers at the edges",
    arguments: [
      ("9007199254740991", JSONKind.integer, 9_007_199_254_740_991.0),
      ("9007199254740993", .integer, 9_007_199_254_740_992.0),
      ("9223372036854775807", .integer, 9_223_372_036_854_775_807.0),
      ("-9223372036854775808", .integer, -9_223_372_036_854_775_808.0),
      ("9223372036854775808", .unsigned, 9_223_372_036_854_775_808.0),
      ("18446744073709551615", .unsigned, 18_446_744_073_709_551_615.0),
      ("1.0", .double, 1), ("1e2", .double, 100), ("-0.0", .double, -0.0),
      ("5e-324", .double, Double.leastNonzeroMagnitude),
      ("1.7976931348623157e308", .double, 1.7976931348623157e308),
      ("1e-400", .double, 0), ("0.1", .double, 0.1),
    ]
  )
  func edges(_ text: String, _ kind: JSONKind, _ value: Double) throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try document.parse(text)
    #expect(document.kind(of: document.root) == kind)
    #expect(document.number(of: document.root)?.bitPattern == value.bitPattern)
    #expect(document.withRawText(of: document.root) { String(copying: $0) } == text)
  }

  @Test("Whole numbers keep every digit up to 64 bits")
  func wholeNumbers() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try document.parse("[9007199254740993,-9223372036854775808,18446744073709551615]")
    let values = (0..<3).compactMap { document.element($0, of: document.root) }
    #expect(document.integer(of: values[0]) == 9_007_199_254_740_993)
    #expect(document.integer(of: values[1]) == .min)
    #expect(document.integer(of: values[2]) == nil)
    #expect(document.unsigned(of: values[2]) == .max)
  }

  @Test(
    "Numbers beyond 64 bits are refused, not rounded",
    arguments: [
      ("1e400", 0), ("[1,-1e400]", 3), ("18446744073709551616", 0), ("-9223372036854775809", 0),
      ("{\"a\":100000000000000000000000}", 5),
    ]
  )
  func beyond(_ text: String, _ offset: Int) {
    #expect(ParsedText.error(text) == JSONError(.numberOutOfRange, at: offset))
  }

  @Test("Members keep their order; of two of one name the last counts")
  func members() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try document.parse(#"{"b":1,"a":[2,{"c":3}],"b":4}"#)
    let root = document.root
    #expect(document.count(of: root) == 3)
    #expect(document.member("b", of: root).flatMap { document.integer(of: $0) } == 4)
    #expect(document.member("nothing", of: root) == nil)
    var names: [String] = []
    var cursor = document.cursor(over: root)
    while let member = cursor.nextMember(in: document) {
      names.append(document.string(of: member.name) ?? "?")
    }
    #expect(names == ["b", "a", "b"])
    let found = document.member("a", of: root)
    let list = try #require(found)
    #expect(document.count(of: list) == 2)
    #expect(document.element(2, of: list) == nil)
    #expect(document.element(-1, of: list) == nil)
  }

  @Test("The raw text of every value is kept, asked for in any order")
  func rawText() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try document.parse(#" [ 1.50 , "a\"]," , [ ] , {"k" : [ true ]} , -0 , null ] "#)
    let parts = ["1.50", #""a\"],""#, "[ ]", #"{"k" : [ true ]}"#, "-0", "null"]
    for index in [0, 1, 2, 3, 4, 5, 2, 0, 5, 3] {
      let found = document.element(index, of: document.root)
      let value = try #require(found)
      #expect(document.withRawText(of: value) { String(copying: $0) } == parts[index])
    }
    let whole = document.withRawText(of: document.root) { String(copying: $0) }
    #expect(whole == #"[ 1.50 , "a\"]," , [ ] , {"k" : [ true ]} , -0 , null ]"#)
  }

  @Test("The raw text of a number at the top is its own, whatever was parsed before")
  func rawNumber() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    for text in ["7", "-1.5e3", " 12 "] {
      for before in ["[1,2,3,4,5,6,7,8,9]", "[:]", ",,,,,,,,,,,,", "::::::::::::"] {
        try? document.parse(before)
        try document.parse(text)
        let raw = document.withRawText(of: document.root) { String(copying: $0) }
        #expect(raw == text.filter { $0 != " " }, "after \(before)")
      }
    }
  }

  @Test(
    "Errors say what is wrong and where",
    arguments: [
      ("", JSONError.Kind.empty, 0), ("  \n", .empty, 3), ("[", .unexpectedEnd, 1),
      ("[1,]", .unexpectedByte(0x5D), 3), ("[1 2]", .unexpectedByte(0x32), 3),
      ("{\"a\"}", .unexpectedByte(0x7D), 4), ("{1:2}", .unexpectedByte(0x31), 1),
      ("{\"a\":1,}", .unexpectedByte(0x7D), 7), ("[1}", .unexpectedByte(0x7D), 2),
      ("tru", .unexpectedEnd, 3), ("nulL", .unexpectedByte(0x4C), 3),
      ("01", .unexpectedByte(0x31), 1), ("-", .unexpectedEnd, 1), ("1.", .unexpectedEnd, 2),
      ("1e+", .unexpectedEnd, 3), ("\"a", .unexpectedEnd, 2), ("\"\\x\"", .badEscape, 1),
      ("\"\\u12g4\"", .badEscape, 1), ("\"\t\"", .unescapedControl(9), 1),
      ("\"a\u{0}b\"", .unescapedControl(0), 2), ("1 2", .unexpectedByte(0x32), 2),
      ("1,2", .unexpectedByte(0x2C), 1), ("1],[2", .unexpectedByte(0x5D), 1),
      ("DateTime", .unexpectedByte(0x44), 0), ("'a'", .unexpectedByte(0x27), 0),
      ("[NaN]", .unexpectedByte(0x4E), 1), ("\u{FEFF}1", .unexpectedByte(0xEF), 0),
      (#"["\ud800"]"#, .loneSurrogate, 2), (#"["a\udc00"]"#, .loneSurrogate, 3),
      (#""\ud800\u0041""#, .loneSurrogate, 1), (#""\ud800\ud800""#, .loneSurrogate, 1),
      (#""\\\udfff""#, .loneSurrogate, 3), (#""\udc00\udc00""#, .loneSurrogate, 1),
      (#""\udbff\ue000""#, .loneSurrogate, 1), (#""\udfff\udc00""#, .loneSurrogate, 1),
    ]
  )
  func errors(_ text: String, _ kind: JSONError.Kind, _ offset: Int) {
    #expect(ParsedText.error(text) == JSONError(kind, at: offset))
  }

  @Test("A backslash that is escaped does not begin an escape")
  func escapedBackslash() {
    #expect(ParsedText.rewritten(#""\\ud800""#) == #""\\ud800""#)
    #expect(ParsedText.rewritten(#""\ud83d\ude00\\""#) == #""😀\\""#)
  }

  @Test(
    "Bytes that are not UTF-8 are refused wherever they stand",
    arguments: [
      ([0x22, 0xC3, 0x22], 1), ([0x22, 0x61, 0xFF, 0x22], 2), ([0x22, 0xED, 0xA0, 0x80, 0x22], 1),
      ([0x22, 0xC0, 0x80, 0x22], 1), ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1), ([0x80], 0),
    ] as [([UInt8], Int)]
  )
  func invalidUTF8(_ bytes: [UInt8], _ offset: Int) {
    #expect(ParsedText.error(bytes) == JSONError(.invalidUTF8, at: offset))
  }

  @Test("Ten thousand open containers are an error, as is one more than the limit")
  func depth() {
    let deep = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    #expect(ParsedText.error(deep) == JSONError(.tooDeep(limit: 512), at: 512))
    let objects = String(repeating: "{\"a\":", count: 10_000)
    #expect(ParsedText.error(objects) == JSONError(.tooDeep(limit: 512), at: 512 * 5))
    for (depth, limit) in [(1, 1), (2, 1), (512, 512), (513, 512), (10_000, 10_000)] {
      let text = String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      let limits = BridgeLimits(messageBytes: 1 << 16, depth: limit)
      let expected = depth <= limit ? nil : JSONError(.tooDeep(limit: limit), at: limit)
      #expect(ParsedText.error(text, limits: limits) == expected)
    }
  }

  @Test("The longest text is parsed, a byte more is refused")
  func length() {
    let limits = BridgeLimits(messageBytes: 100)
    let longest = "\"" + String(repeating: "a", count: 98) + "\""
    #expect(ParsedText.error(longest, limits: limits) == nil)
    #expect(
      ParsedText.error(longest + " ", limits: limits) == JSONError(.tooLong(limit: 100), at: 100)
    )
  }

  @Test("A message of 1 MiB, of text and of numbers")
  func large() throws {
    var document = JSONDocument()
    try document.parse("[\"" + String(repeating: "é", count: 1 << 19) + "\"]")
    let found = document.element(0, of: document.root)
    let text = try #require(found)
    #expect(document.withText(of: text) { $0.byteCount } == 1 << 20)
    try document.parse("[1" + String(repeating: ",1", count: 1 << 19) + "]")
    #expect(document.count(of: document.root) == 1 << 19 + 1)
  }

  @Test("More elements than simdjson counts are counted")
  func manyElements() throws {
    var document = JSONDocument(limits: BridgeLimits(messageBytes: 1 << 26))
    let count = 1 << 24 + 5
    try document.parse("[1" + String(repeating: ",1", count: count - 1) + "]")
    #expect(document.count(of: document.root) == count)
  }

  @Test("Plain text is one string")
  func plainText() throws {
    var document = JSONDocument(limits: ParsedText.limits)
    try "it's [not] JSON".asText { (text) throws(JSONError) in try document.take(text) }
    #expect(document.kind(of: document.root) == .string)
    #expect(document.string(of: document.root) == "it's [not] JSON")
    #expect(document.count(of: document.root) == 0)
    #expect(throws: JSONError(.invalidUTF8, at: 1)) {
      try [0x61, 0xFF].asText { (text) throws(JSONError) in try document.take(text) }
    }
  }

  @Test("A value of an earlier parse traps")
  func staleValue() async {
    await #expect(processExitsWith: .failure) {
      var document = JSONDocument(limits: BridgeLimits(messageBytes: 100))
      try document.parse("1")
      let value = document.root
      try document.parse("2")
      _ = document.integer(of: value)
    }
  }

  @Test("Parser and grammar agree about ten thousand damaged texts")
  func agreement() {
    let seed: UInt64 = 20_090_401
    var random = SeededRandom(seed: seed)
    var syntax = JSONSyntax(maximumDepth: 512)
    let whole = Array(
      #"{"a":[1,-2.5e+3,"x\n\u00e9\ud83d\ude00é",true,false,null,{}],"b":{"c":[[],18446744073709551615]}}"#
        .utf8
    )
    let bytes = Array("[]{}:,\"\\ut09.eE+-nfd8c \u{1F}".utf8) + [0xC3, 0xED, 0xFF]
    var accepted = 0
    for round in 0..<10_000 {
      var text = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let index = Int.random(in: 0..<text.count, using: &random)
        switch UInt8.random(in: 0..<3, using: &random) {
        case 0: text[index] = bytes.randomElement(using: &random) ?? 0
        case 1: text.remove(at: index)
        default: text.insert(bytes.randomElement(using: &random) ?? 0, at: index)
        }
      }
      let expected = text.asText { syntax.firstError(in: $0) }
      let error = ParsedText.error(text)
      #expect(error == expected, "seed \(seed), round \(round)")
      if error == nil { accepted += 1 }
    }
    #expect((100..<9_900).contains(accepted))
  }
}
