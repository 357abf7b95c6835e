import KymoBridge
import Testing

/// Texts are read and written in words of eight bytes; here every byte that is special stands at every place of
/// texts of every length around that, in memory that just fits and in memory that just does not.
@Suite("Edges of words") struct WordEdgeTests {
  /// Texts of `length` x with `piece` at every place, and one of `piece` alone.
  static func texts(_ piece: String, _ length: Int) -> [String] {
    (0...length).map {
      String(repeating: "x", count: $0) + piece + String(repeating: "x", count: length - $0)
    } + [String(repeating: piece, count: length)]
  }

  @Test(
    "A JSON string, where it fits",
    arguments: [
      ("", ""), ("\"", #"\""#), ("\\", #"\\"#), ("\n", #"\n"#), ("\u{0}", #"\u0000"#),
      ("\u{1F}", #"\u001f"#), (" ", " "), ("!", "!"), ("#", "#"), ("[", "["), ("]", "]"),
      ("\u{7F}", "\u{7F}"), ("é", "é"), ("\u{A2}\u{DC}", "\u{A2}\u{DC}"),
    ]
  )
  func json(_ piece: String, _ escaped: String) throws {
    for length in 0..<27 {
      for text in Self.texts(piece, length) {
        let expected = piece.isEmpty ? text : text.replacing(piece, by: escaped)
        let count = expected.utf8.count + 2
        var writer = JSONWriter(maximumBytes: count)
        writer.write(text)
        try writer.finish()
        #expect(writer.withText { String(copying: $0) } == "\"\(expected)\"")
        var small = JSONWriter(maximumBytes: count - 1)
        small.write(text)
        #expect(throws: JSONWriterError.full(limit: count - 1)) { try small.finish() }
      }
    }
  }

  @Test(
    "The inside of a literal, where it fits",
    arguments: [
      ("", ""), ("\"", #"\""#), ("'", #"\'"#), ("\\", #"\\"#), ("\n", #"\n"#), ("\r", #"\r"#),
      ("\u{C}", #"\f"#), ("\u{0}", "\u{0}"), ("#", "#"), ("&", "&"), ("\u{2028}", #"\u2028"#),
      ("\u{2029}", #"\u2029"#), ("\u{2027}", "\u{2027}"), ("\u{2068}", "\u{2068}"),
    ]
  )
  func script(_ piece: String, _ escaped: String) throws {
    for length in 0..<27 {
      for text in Self.texts(piece, length) {
        let inside = piece.isEmpty ? text : text.replacing(piece, by: escaped)
        let expected = "handleJSONRequest('','\(inside)')"
        let count = expected.utf8.count
        var reply = ReplyScript(maximumBytes: count)
        try text.asText { (bytes) throws(JSONWriterError) in
          try reply.writeJSONRequest("", json: bytes)
        }
        #expect(reply.script == expected)
        var small = ReplyScript(maximumBytes: count - 1)
        #expect(throws: JSONWriterError.full(limit: count - 1)) {
          try text.asText { (bytes) throws(JSONWriterError) in
            try small.writeJSONRequest("", json: bytes)
          }
        }
      }
    }
  }

  @Test(
    "The message of a URL, where it fits",
    arguments: [
      ("", ""), ("%41", "A"), ("%25", "%"), ("%c3%A9", "é"), ("é", "é"), ("&", "&"), ("=", "="),
      ("?", "?"), ("+", "+"), ("%E2%80%A8", "\u{2028}"),
    ]
  )
  func message(_ piece: String, _ decoded: String) throws {
    for length in 1..<27 {
      for text in Self.texts(piece, length) where !text.isEmpty {
        let expected = piece.isEmpty ? text : text.replacing(piece, by: decoded)
        let count = expected.utf8.count
        var decoder = CallDecoder(bases: [""], limits: BridgeLimits(messageBytes: count))
        try decoder.decode("call?cmd=\(text.prefix { $0 != "&" })&msg=\(text)")
        #expect(decoder.messageText == expected)
        #expect(throws: CallError.tooLong(limit: count)) {
          try decoder.decode("call?cmd=a&msg=x\(text)")
        }
      }
    }
  }

  @Test(
    "A bad escape is found where it is",
    arguments: ["%", "%4", "%4g", "%@0", "%0`", "%/0", "%:0"]
  )
  func badEscape(_ piece: String) {
    var decoder = CallDecoder(bases: [""], limits: CallCase.limits)
    for length in 0..<27 {
      for place in 0...length {
        let before = String(repeating: "x", count: place)
        // What follows would make some of them good.
        let after = String(repeating: "%", count: length - place)
        #expect(throws: CallError.badPercentEscape(offset: 15 + place)) {
          try decoder.decode("call?cmd=a&msg=\(before)\(piece)\(after)")
        }
      }
    }
  }
}

extension String {
  /// Replaces every `piece`.
  fileprivate func replacing(_ piece: String, by other: String) -> String {
    var result = String.UnicodeScalarView()
    var rest = unicodeScalars[...]
    let scalars = piece.unicodeScalars
    while let scalar = rest.first {
      if rest.starts(with: scalars) {
        result.append(contentsOf: other.unicodeScalars)
        rest = rest.dropFirst(scalars.count)
      } else {
        result.append(scalar)
        rest.removeFirst()
      }
    }
    return String(result)
  }
}
