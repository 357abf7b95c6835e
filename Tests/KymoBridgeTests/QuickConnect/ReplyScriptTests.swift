import KymoBridge
import KymoCore
import KymoTestSupport
import Testing

@Suite("Reply script") struct ReplyScriptTests {
  func location(_ mode: CallMode, _ altitude: Double) throws -> String {
    var reply = ReplyScript(mode: mode)
    try reply.writeLocation(
      latitude: 37.33168900000001,
      longitude: -122.03073100,
      altitude: altitude
    )
    return reply.script
  }

  func acceleration(_ mode: CallMode, _ x: Double, _ y: Double, _ z: Double) throws -> String {
    var reply = ReplyScript(mode: mode)
    try reply.writeAcceleration(Acceleration(x: x, y: y, z: z))
    return reply.script
  }

  @Test("Locations, byte for byte: the altitude was a float (B10)")
  func locations() throws {
    #expect(
      try location(.strict, 12.345678901)
        == "handleJSONRequest('showLoc','[37.33168900000001,-122.030731,12.345678901]')"
    )
    #expect(
      try location(.legacy, 12.345678901)
        == "handleJSONRequest('showLoc','[37.33168900000001,-122.030731,12.34568]')"
    )
    #expect(try location(.legacy, 16_777_217).hasSuffix(",1.677722e+07]')"))
    #expect(try location(.strict, 16_777_217).hasSuffix(",16777217]')"))
  }

  @Test("Accelerations, byte for byte: they had six digits (B10)")
  func accelerations() throws {
    #expect(
      try acceleration(.strict, 0.1, -9.80665, 1e-7)
        == #"handleRequest('accel',{"x":0.1,"y":-9.80665,"z":0.0000001})"#
    )
    #expect(
      try acceleration(.legacy, 0.1, -9.80665, 1e-7)
        == #"handleRequest('accel',{"x":0.100000,"y":-9.806650,"z":0.000000})"#
    )
    #expect(
      try acceleration(.strict, .nan, .infinity, -0.0)
        == #"handleRequest('accel',{"x":null,"y":null,"z":-0.0})"#
    )
    #expect(
      try acceleration(.legacy, .nan, -.infinity, 1e15)
        == #"handleRequest('accel',{"x":nan,"y":-inf,"z":1000000000000000.000000})"#
    )
  }

  @Test("A quote in a reply ended the literal; here it is escaped (B8)")
  func injection() throws {
    var json = JSONWriter(maximumBytes: 256)
    json.beginArray()
    json.write("it's \"\\\n\u{2028}')")
    json.endArray()
    try json.finish()
    var reply = ReplyScript()
    try reply.writeJSONRequest("show'Pick", json: json)
    #expect(
      reply.script
        == #"handleJSONRequest('show\'Pick','[\"it\'s \\\"\\\\\\n\u2028\')\"]')"#
    )
    var legacy = ReplyScript(mode: .legacy)
    try legacy.writeJSONRequest("showPick", json: json)
    #expect(
      legacy.script == "handleJSONRequest('showPick','[\"it's \\\"\\\\\\n\u{2028}')\"]')"
    )
    try reply.writeRequest("x", json: json)
    #expect(reply.script == #"handleRequest('x',["it's \"\\\n\u2028')"])"#)
  }

  @Test("A script that does not fit is an error")
  func full() {
    var reply = ReplyScript(maximumBytes: 20)
    #expect(throws: JSONWriterError.full(limit: 20)) {
      try reply.writeAcceleration(Acceleration(x: 0, y: 0, z: 0))
    }
  }

  /// What JavaScript makes of the inside of a literal.
  static func unescaped(_ literal: String) -> String? {
    var text = String.UnicodeScalarView()
    var rest = Array(literal.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      if scalar == "'" || scalar == "\n" || scalar == "\r" || scalar == "\u{2028}"
        || scalar == "\u{2029}"
      {
        return nil
      }
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      switch rest.popFirst() {
      case "n": text.append("\n")
      case "r": text.append("\r")
      case "f": text.append("\u{C}")
      case "u":
        let digits = String(String.UnicodeScalarView(rest.prefix(4)))
        rest = rest.dropFirst(4)
        guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
          return nil
        }
        text.append(scalar)
      case let other?: text.append(other)
      case nil: return nil
      }
    }
    return String(text)
  }

  static func literal(_ text: String, _ reply: inout ReplyScript) throws -> String {
    try text.asText { (bytes) throws(JSONWriterError) in
      try reply.writeJSONRequest("", json: bytes)
    }
    let scalars = reply.script.unicodeScalars
    return String(scalars.dropFirst("handleJSONRequest('','".count).dropLast(2))
  }

  @Test("Every Unicode scalar comes out of the literal as it went in")
  func everyScalar() throws {
    var reply = ReplyScript(maximumBytes: 1 << 18)
    for start in stride(from: UInt32(0), to: 0x11_0000, by: 0x1000) {
      let scalars = (start..<start + 0x1000).compactMap { Unicode.Scalar($0) }
      let text = String(String.UnicodeScalarView(scalars))
      let read = Self.unescaped(try Self.literal(text, &reply))
      #expect(read.map { Array($0.utf8) } == Array(text.utf8), "from \(start)")
    }
  }

  @Test("Any text comes out of the literal as it went in")
  func anyText() throws {
    let seed: UInt64 = 2028
    var random = SeededRandom(seed: seed)
    var reply = ReplyScript()
    for round in 0..<2_000 {
      let text = random.text()
      let read = Self.unescaped(try Self.literal(text, &reply))
      #expect(read.map { Array($0.utf8) } == Array(text.utf8), "seed \(seed), round \(round)")
    }
  }
}
