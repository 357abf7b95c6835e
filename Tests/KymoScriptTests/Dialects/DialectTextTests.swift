import KymoCore
import Testing

@testable import KymoScript

/// What a dialect's page half gets, and how replies are taken apart for it.
@Suite("Texts of dialects") struct DialectTextTests {
  @Test("Each end of a request is an answer, but that of an unknown command") func outcomes() {
    func text(_ status: OutcomeStatus) -> String? {
      DialectAnswer(status)?.text(to: "t", keeps: false)
    }
    #expect(text(.completed) == "value t 0\n")
    #expect(
      text(.validationFailed)
        == "error t 0\n{\"code\":\"VALIDATION\",\"message\":\"validation failed\",\"status\":9}"
    )
    #expect(text(.failed) == "error t 0\n{\"message\":\"failed\",\"status\":9}")
    #expect(text(.malformed) == "error t 0\n{\"message\":\"malformed\",\"status\":8}")
    #expect(text(.unknownCommand) == nil)
  }

  @Test("A code that is a number stays one") func codes() {
    #expect(DialectError(code: "20", message: "x").json == #"{"code":20,"message":"x","status":9}"#)
    #expect(
      DialectError(code: "E1", message: "x").json == #"{"code":"E1","message":"x","status":9}"#
    )
  }

  @Test("A reply may name who gets the page's answer") func answeredBy() {
    func reply(_ text: String) -> ReplyText? { ReplyText(Array(text.utf8)) }
    let plain = reply(#"handleRequest('a',["x,'y'"])"#)
    #expect(plain?.json == #"["x,'y'"]"# && plain?.answer == nil)
    let asked = reply(#"handleRequest('ask',{"a":"'b',"},'got')"#)
    #expect(asked?.command == "ask" && asked?.json == #"{"a":"'b',"}"# && asked?.answer == "got")
    #expect(reply(#"handleRequest('ask',1,'a\'b')"#) == nil)
    #expect(reply(#"handleRequest('',1,'got')"#)?.command == "")
  }
}
