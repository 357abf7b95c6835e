import KymoBridge
import Testing

/// Row by row, what messages became in 2009 and what they become here.
@Suite("Call message") struct CallMessageTests {
  @Test(
    "The table of messages",
    arguments: [
      (#"["a","start"]"#, "s:a s:start", "s:a s:start"),
      ("-1", "n:-1", "s:-1"),
      (#""DateTime""#, "s:DateTime", #"s:"DateTime""#),
      ("DateTime", "s:DateTime", "s:DateTime"),
      (#"{"a":1}"#, #"{"a":1}"#, "\(CallError.objectMessage)"),
      ("[]", "", "s:[]"),
      ("null", "null", "s:null"),
      ("true", "true", "s:true"),
      ("", "", "s:"),
      (
        #"["a",[1, 2],{"b":null},1.50]"#, #"s:a [1, 2] {"b":null} n:1.50"#,
        #"s:a [1, 2] {"b":null} n:1.50"#
      ),
      ("[1,", "s:[1,", "s:[1,"),
      ("say [hello]", "s:say [hello]", "s:say [hello]"),
      (" [1] ", "n:1", "n:1"),
    ]
  )
  func table(_ text: String, _ strict: String, _ legacy: String) {
    #expect(CallCase.message(text, .strict) == strict)
    #expect(CallCase.message(text, .legacy) == legacy)
  }

  @Test("JSON beyond a limit is an error and not a text")
  func limits() {
    let deep = String(repeating: "[", count: 10_000)
    let error = JSONError(.tooDeep(limit: 512), at: 512)
    #expect(CallCase.message(deep, .strict) == "\(CallError.message(error))")
    #expect(CallCase.message(deep, .legacy) == "s:\(deep)")
    let number = "\(CallError.message(JSONError(.numberOutOfRange, at: 1)))"
    #expect(CallCase.message("[1e400]", .strict) == number)
    #expect(CallCase.message("[1e400]", .legacy) == number)
    let surrogate = "\(CallError.message(JSONError(.loneSurrogate, at: 2)))"
    #expect(CallCase.message(#"["\ud800"]"#, .strict) == surrogate)
  }

  @Test("Why a message is taken for text is kept")
  func reason() throws {
    var message = CallMessage(limits: CallCase.limits)
    try message.decode("[1,")
    #expect(message.plainTextReason == JSONError(.unexpectedEnd, at: 3))
    try message.decode("[1]")
    #expect(message.plainTextReason == nil)
    #expect(message.isPresent == true)
    try message.decode(nil)
    #expect(!message.isPresent && message.count == 0)
  }

  @Test("Parameters are found by index, and there are none beyond")
  func index() throws {
    var message = CallMessage(limits: CallCase.limits)
    try message.decode(#"[1,"two",3.5]"#)
    #expect(message.count == 3)
    #expect(message[1].flatMap { message.document.string(of: $0) } == "two")
    #expect(message[3] == nil && message[-1] == nil)
    try message.decode("7")
    #expect(message[0].flatMap { message.document.integer(of: $0) } == 7)
    #expect(message[1] == nil)
  }

  @Test("Control characters and line separators go through escaped and raw")
  func characters() {
    #expect(CallCase.message(#"["\u0000\u001f\u2028"]"#, .strict) == "s:\u{0}\u{1F}\u{2028}")
    #expect(CallCase.message("[\"\u{2028}\u{2029}\"]", .strict) == "s:\u{2028}\u{2029}")
    // Raw within a string they are not JSON, and so the message is text.
    #expect(CallCase.message("[\"\n\"]", .strict) == "s:[\"\n\"]")
  }
}
