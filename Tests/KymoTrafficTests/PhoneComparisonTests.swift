import KymoTestSupport
import Testing

@testable import KymoTraffic

/// The calls of a page on a phone and in a run: which belong together, and how they differ.
@Suite("A page compared with a phone") struct PhoneComparisonTests {
  private static let header =
    #"{"kymo":"recorder","version":1,"session":"s","platform":"ios","lost":0}"#

  /// A file with calls, numbered from 0: commands and parameters.
  private static func log(_ calls: [(String, String)], replies: [String] = []) throws -> PhoneLog {
    let lines = calls.enumerated().map { number, call in
      #"{"n":\#(number),"t":1000,"k":"call","bridge":"capacitor","name":"\#(call.0)","args":\#(call.1)}"#
    }
    return try PhoneLog(Array(([header] + lines + replies).joined(separator: "\n").utf8))
  }

  private static func here(_ calls: [(String, String)]) -> [PageCall] {
    calls.map { PageCall(command: $0.0, parameters: $0.1) }
  }

  private static func numbers(_ text: String, _ command: String = "A.b") -> [(String, String)] {
    text.map { (command, "\($0)") }
  }

  @Test(
    "An inserted or a missing call is that, and not a difference of all that follow",
    arguments: [
      ("12345", "12345", [5, 0, 0, 0, 0]), ("12345", "1345", [4, 0, 0, 1, 0]),
      ("12345", "1923459", [5, 0, 0, 0, 2]), ("1212121212", "91212121212", [10, 0, 0, 0, 1]),
      ("12345", "19345", [4, 1, 0, 0, 0]), ("12345", "", [0, 0, 0, 5, 0]),
      ("", "123", [0, 0, 0, 0, 3]), ("123", "231", [2, 0, 1, 0, 0]),
      ("11111", "1111", [4, 0, 0, 1, 0]),
    ]
  )
  func pairs(_ phone: String, _ here: String, _ expected: [Int]) throws {
    let result = PhoneComparer.compare(
      try Self.log(Self.numbers(phone)),
      Self.here(Self.numbers(here))
    )
    let row = try #require(result.commands.first)
    #expect(
      [row.equal, row.differing, row.moved, row.onlyPhone, row.onlyHere] == expected
    )
    #expect(result.differs == (expected[1...].reduce(0, +) > 0))
  }

  @Test("Long lists that differ are aligned by what each has once", arguments: UInt64(1)...4)
  func long(_ seed: UInt64) {
    print("seed \(seed)")
    var chance = SeededRandom(seed: seed)
    let first = (0..<6000).map { $0 % 3 == 0 ? -1 : $0 }
    var second = first
    var removed = 0
    for _ in 0..<40 {
      second.remove(at: chance.below(second.count))
      removed += 1
    }
    let pairs = SequenceAlignment.pairs(first, second)
    #expect(pairs.count == first.count - removed)
    #expect(pairs.allSatisfy { first[$0.first] == second[$0.second] })
    #expect(
      zip(pairs, pairs.dropFirst()).allSatisfy { $0.first < $1.first && $0.second < $1.second }
    )
  }

  @Test("The longest common part of short lists is found", arguments: UInt64(1)...8)
  func longest(_ seed: UInt64) {
    var chance = SeededRandom(seed: seed)
    let lists = (0..<2).map { _ in (0..<chance.below(9)).map { _ in chance.below(3) } }
    let (first, second) = (lists[0], lists[1])
    // By trying all parts of the first.
    var best = 0
    for mask in 0..<(1 << first.count) {
      let part = first.indices.filter { mask >> $0 & 1 == 1 }.map { first[$0] }
      var rest = second[...]
      let isThere = part.allSatisfy { one in
        guard let place = rest.firstIndex(of: one) else { return false }
        rest = rest[(place + 1)...]
        return true
      }
      if isThere { best = max(best, part.count) }
    }
    #expect(SequenceAlignment.pairs(first, second).count == best, "seed \(seed)")
  }

  @Test("The first difference has the numbers, the line, and every member")
  func first() throws {
    let log = try Self.log([("A.b", "1"), ("C.d", #"{"x":1,"y":[1,2],"z":"a"}"#)])
    let here = Self.here([("A.b", "1"), ("C.d", #"{"z":"a","y":[1,3],"w":null}"#)])
    let result = PhoneComparer.compare(log, here)
    let first = try #require(result.first)
    #expect(first.kind == .value && first.command == "C.d" && first.here == 1)
    #expect(first.phone?.call == 1 && first.phone?.line == 3)
    #expect(
      first.members.map { [$0.path, $0.phone ?? "-", $0.here ?? "-"] } == [
        ["/x", "1", "-"], ["/y/1", "2", "3"], ["/w", "-", "null"],
      ]
    )
    #expect(
      result.places.map { "\($0.command)\($0.path) \($0.count)" } == [
        "C.d/w 1", "C.d/x 1", "C.d/y/* 1",
      ]
    )
    #expect(result.pairs == 2 && result.differences == 1)
  }

  @Test("What the recorder has hidden is not compared, but has to be there")
  func hidden() throws {
    let log = try Self.log([
      ("A.b", #"{"user":"ada","password":"[redacted]"}"#), ("A.b", #"{"token":"[redacted]"}"#),
      ("A.b", #"{"text":"{\"token\":\"[redacted]\",\"id\":1}"}"#),
    ])
    let here = Self.here([
      ("A.b", #"{"user":"ada","password":"hunter2"}"#), ("A.b", "{}"),
      ("A.b", #"{"text":"{ \"token\": \"t\", \"id\": 2 }"}"#),
    ])
    let result = PhoneComparer.compare(log, here)
    let row = try #require(result.commands.first)
    #expect([row.equal, row.differing] == [1, 2])
    #expect(result.hiddenMembers == 2)
    #expect(result.first?.members.map(\.path) == ["/token"])
    #expect(result.places.map(\.path) == ["/text/id", "/token"])
  }

  @Test("Calls here where the recorder has dropped lines may be among these")
  func gaps() throws {
    let text =
      [Self.header]
      + [3, 4, 9].map {
        #"{"n":\#($0),"t":1000,"k":"call","bridge":"capacitor","name":"A.b","args":\#($0)}"#
      }
    let log = try PhoneLog(Array(text.joined(separator: "\n").utf8))
    #expect(log.gaps == [0..<3, 5..<9])
    let result = PhoneComparer.compare(log, Self.here(Self.numbers("1234567899")))
    let row = try #require(result.commands.first)
    // Two before 3, four between 4 and 9; behind 9 nothing is missing.
    #expect([row.equal, row.onlyPhone, row.onlyHere] == [3, 0, 1])
    #expect(result.notCompared.map(\.count) == [6])
  }

  @Test("Replies are compared as the page gets them")
  func replies() throws {
    func reply(_ to: Int, _ rest: String) -> String {
      #"{"n":\#(10 + to),"t":1001,"k":"reply","to":\#(to),"took":\#(to + 1),\#(rest)}"#
    }
    let log = try Self.log(
      Self.numbers("12345678"),
      replies: [
        reply(0, #""ok":true,"value":{"a":1}"#), reply(1, #""ok":true,"value":{"a":1}"#),
        reply(2, #""ok":false,"value":{"message":"no","code":"7"}"#),
        reply(3, #""ok":false,"value":{"message":"no"}"#), reply(4, #""ok":true,"value":{}"#),
        reply(5, #""ok":true,"value":1"#), reply(5, #""ok":true,"value":2"#),
        reply(7, #""ok":true,"cut":2000000"#),
      ]
    )
    var here = Self.here(Self.numbers("12345678"))
    func answer(_ json: String?, isError: Bool = false, later: Int64 = 0) -> PageCall.Answer {
      PageCall.Answer(isError: isError, json: json, sessionNanoseconds: later, nanoseconds: 500)
    }
    here[0].answers = [answer(#"{"a":1}"#)]
    here[1].answers = [answer(#"{"a":2}"#)]
    here[2].answers = [answer(#"{"code":7,"message":"no","status":9}"#, isError: true)]
    here[3].answers = [answer("1")]
    here[4].answers = [answer(nil)]
    here[5].answers = [answer(#"{"value":1}"#)]
    here[6].answers = [answer("1", later: 5_000_000)]
    here[7].answers = [answer("1")]
    let result = PhoneComparer.compare(log, here)
    // A number is what Capacitor wraps; the phone's page got one, which is something else.
    #expect(
      [result.replies.equal, result.replies.differing, result.replies.onlyPhone] == [4, 3, 1]
    )
    #expect(result.replies.first?.members.map(\.path) == ["/a"])
    #expect(result.first == nil && result.differs)
    #expect(
      result.notCompared.map { "\($0.count) \($0.reason)" } == [
        "1 answers here to which the recorder has no reply",
        "1 replies that were too long for the recorder",
      ]
    )
    let row = try #require(result.commands.first)
    #expect(row.phoneTimes == PhoneComparison.Times([1, 2, 3, 4, 5, 6, 8].map { $0 * 1_000_000 }))
    #expect(row.phoneTimes?.p50 == 4_000_000 && row.phoneTimes?.p99 == 8_000_000)
    #expect(row.hereTimes?.count == 7 && row.hereTimes?.max == 500)
    #expect(row.laterTimes?.count == 1 && row.laterTimes?.p50 == 5_000_000)
  }

  @Test("What is left out is said")
  func leftOut() throws {
    let lines = [
      Self.header,
      #"{"n":0,"t":1,"k":"call","bridge":"capacitor","name":"App.addListener","args":{}}"#,
      #"{"n":1,"t":1,"k":"call","bridge":"wvjb","args":1}"#,
      #"{"n":2,"t":1,"k":"event","bridge":"wvjb","name":"x","data":1}"#,
      #"{"n":3,"t":1,"k":"reply","to":2,"ok":true,"took":1,"value":1}"#,
      #"{"n":4,"t":1,"k":"reply","to":77,"ok":true,"took":1,"value":1}"#, "{not json",
    ]
    let log = try PhoneLog(Array(lines.joined(separator: "\n").utf8))
    let result = PhoneComparer.compare(log, [])
    #expect(result.isEmpty && !result.differs)
    #expect(result.notCompared.map(\.count) == [1, 1, 1, 1, 1])
    #expect(log.malformed == PhoneLog.Malformed(count: 1, line: 7))
  }

  @Test("A file that is none of the recorder is refused", arguments: ["", "hello", "{}", "[1]"])
  func noHeader(_ text: String) {
    #expect(throws: PhoneLogError.noHeader) { try PhoneLog(Array(text.utf8)) }
  }

  @Test("A message in React Native is its command and its payload")
  func reactNative() throws {
    let lines = [
      Self.header,
      #"{"n":0,"t":1,"k":"call","bridge":"reactnative","name":"save","args":"{\"type\":\"save\",\"payload\":{\"a\":1}}"}"#,
      #"{"n":1,"t":1,"k":"call","bridge":"reactnative","name":"message","args":"plain"}"#,
    ]
    let log = try PhoneLog(Array(lines.joined(separator: "\n").utf8))
    #expect(log.calls.map(\.parameters) == [#"{"a":1}"#, #""plain""#])
    let here = Self.here([("save", #"{"a":1}"#), ("message", #""plain""#)])
    #expect(!PhoneComparer.compare(log, here).differs)
  }
}
