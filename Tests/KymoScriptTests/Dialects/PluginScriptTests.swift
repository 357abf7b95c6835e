import Testing

@testable import KymoScript

/// Scripted plugins: what a script says, and what is wrong with one.
@Suite("Scripted plugins") struct PluginScriptTests {
  @Test("Answers come in order of their times, the last of a call as the last") func answers()
    throws
  {
    let script = try PluginScript(
      json: """
        {"A.one": {"value": {"a": [1, "x"]}},
         "B.many": [{"value": 1}, {"delayNanoseconds": 20, "error": "no"}],
         "C.never": [], "D.nothing": {}}
        """
    )
    #expect(script.names == ["A.one", "B.many", "C.never", "D.nothing"])
    var answers = PluginAnswers()
    for name in script.names { answers.plan(script.steps[name] ?? [], for: name, at: 100) }
    #expect(answers.nextDue == 100)
    func lines(_ time: Int64) -> [String] {
      answers.take(upTo: time).map { $0.answer.text(to: $0.token, keeps: $0.keeps) }
    }
    #expect(
      lines(119) == [
        "value A.one 0\n{\"a\": [1, \"x\"]}", "value B.many 1\n1", "value D.nothing 0\n",
      ]
    )
    #expect(answers.nextDue == 120)
    #expect(lines(120) == ["error B.many 0\n{\"message\":\"no\",\"status\":9}"])
    #expect(answers.nextDue == nil)
  }

  @Test("Calls are answered in turn, and those beyond the last turn as that one") func turns() {
    var script = PluginScript()
    script.add(callOf: "A.b", [.init(value: "1", after: 5)])
    script.add(callOf: "A.b", [])
    script.add(callOf: "C.d", [.init(failure: "20", "no", data: #"{"x":1}"#, after: 0)])
    script.add(callOf: "A.b", [.init(value: "3", after: 0), .init(value: nil, after: 7)])
    #expect(script.names == ["A.b", "C.d"])
    var answers = PluginAnswers()
    let turns = (0..<5).map { _ in answers.next("A.b", in: script) }
    #expect(
      turns.map { $0?.steps.map(\.value) } == [["1"], [], ["3", nil], ["3", nil], ["3", nil]]
    )
    #expect(turns.map { $0?.isFirstBeyond } == [nil, nil, nil, 3, nil])
    #expect(answers.repeated == 2 && answers.next("X.y", in: script) == nil)
    answers.plan(answers.next("C.d", in: script)?.steps ?? [], for: "t", at: 0)
    #expect(
      answers.take(upTo: 0).map { $0.answer.text(to: $0.token, keeps: $0.keeps) } == [
        "error t 0\n" + #"{"code":20,"message":"no","status":9,"data":{"x":1}}"#
      ]
    )
  }

  @Test(
    "A script that is none says where",
    arguments: [
      ("[1]", "it is no object of commands"),
      (#"{"A.b": 1}"#, "/A.b: an answer is an object with a value or an error"),
      (#"{"A.b": {"values": 1}}"#, "/A.b/values: there is no such member"),
      (#"{"A.b": [{}, {"delayNanoseconds": -1}]}"#, "/A.b/1/delayNanoseconds: a delay is a whole"),
      (
        #"{"A.b": {"value": 1, "error": "x"}}"#, "/A.b: an answer has a value or an error, not both"
      ),
      (#"{"A.b": {"error": {"code": 1}}}"#, "/A.b/error: an error is a text, or an object"),
      (#"{"A.b": {}, "A.b": {}}"#, "/A.b: the command is there twice"),
      (#"{"": {}}"#, "a command has a name"),
    ]
  )
  func wrong(_ text: String, _ problem: String) {
    let error = #expect(throws: PluginScriptError.self) { try PluginScript(json: text) }
    #expect(error?.description.contains(problem) == true, "\(error?.description ?? "")")
  }
}
