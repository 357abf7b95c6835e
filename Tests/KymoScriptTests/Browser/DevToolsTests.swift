import KymoText
import Testing

@testable import KymoScript

/// A browser that answers from a list.
private final class ScriptedChannel: DevToolsChannel {
  var answers: [String]
  var isGone = false
  private(set) var sent: [String] = []

  init(_ answers: [String]) { self.answers = answers }

  func send(_ bytes: [UInt8]) throws(DevToolsError) {
    sent.append(String(decoding: bytes.dropLast(), as: UTF8.self))
  }

  func receive(forMilliseconds milliseconds: Int) throws(DevToolsError) -> [UInt8] {
    if !answers.isEmpty { return Array(answers.removeFirst().utf8) + [0] }
    if isGone { throw .gone("no display") }
    return []
  }
}

@Suite("The protocol of a browser")
struct DevToolsTests {
  @Test("Answers find their commands in any order, and events are told in theirs")
  func answers() throws {
    let channel = ScriptedChannel([
      #"{"method":"a","params":{"x":1}}"#, #"{"id":2,"result":{"v":"two"}}"#,
      #"{"method":"b","params":{}}"#, #"{"id":1,"result":{"v":"one"}}"#,
    ])
    let tools = DevTools(channel, limits: ScriptLimits())
    var events: [String] = []
    tools.event = { name, _, _ in events.append(name) }
    let first = try tools.send("First", ["k": "v"])
    let second = try tools.send("Second", .object([]), "S")
    #expect(try tools.answer(to: first, of: "First")["v"].asText == "one")
    #expect(try tools.answer(to: second, of: "Second")["v"].asText == "two")
    #expect(events == ["a", "b"])
    #expect(
      channel.sent == [
        #"{"id":1,"method":"First","params":{"k":"v"}}"#,
        #"{"id":2,"method":"Second","params":{},"sessionId":"S"}"#,
      ]
    )
  }

  @Test("A refusal says which command, and the end of the browser what it said last")
  func failures() {
    let refusing = DevTools(
      ScriptedChannel([#"{"id":1,"error":{"code":-32000,"message":"No such thing"}}"#]),
      limits: ScriptLimits()
    )
    #expect(throws: ScriptError.browser("Chromium refuses X.y: No such thing")) {
      try refusing.call("X.y")
    }
    let channel = ScriptedChannel([])
    channel.isGone = true
    let gone = DevTools(channel, limits: ScriptLimits())
    #expect(throws: ScriptError.browser("Chromium has ended: no display")) { try gone.call("X.y") }
    let odd = DevTools(ScriptedChannel(["nonsense"]), limits: ScriptLimits())
    #expect(throws: ScriptError.browser("Chromium sent what is no message: nonsense")) {
      try odd.call("X.y")
    }
  }

  @Test("Whoever interrupts is heard while nothing comes")
  func interrupted() {
    var limits = ScriptLimits()
    limits.isInterrupted = { true }
    let tools = DevTools(ScriptedChannel([]), limits: limits)
    #expect(throws: ScriptError.interrupted(source: "Chromium")) { try tools.call("X.y") }
  }

  @Test(
    "Scripts that take their time of the processor are ended, by what the browser tells of its processes"
  )
  func endless() {
    var limits = ScriptLimits()
    limits.seconds = 0
    func used(_ number: Int, _ seconds: Int) -> String {
      #"{"id":\#(number),"result":{"processInfo":[{"type":"browser","cpuTime":99},{"type":"renderer","cpuTime":\#(seconds)}]}}"#
    }
    let tools = DevTools(ScriptedChannel([used(2, 3), used(3, 4)]), limits: limits)
    #expect(throws: ScriptError.self) { try tools.call("X.y") }
  }
}
