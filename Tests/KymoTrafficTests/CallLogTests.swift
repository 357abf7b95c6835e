import KymoBridge
import KymoCore
import KymoRecording
import KymoTestSupport
import Testing

@testable import KymoTraffic

/// What a page has logged of its calls.
@Suite("Logs of calls") struct CallLogTests {
  private static func log(
    _ text: String,
    unit: TimeUnit? = nil,
    mode: CallMode = .strict
  ) throws(CallLogError) -> CallLog {
    try CallLog(Array(text.utf8), path: "c.jsonl", CallRules(mode: mode), unit: unit)
  }

  private static func texts(_ log: CallLog) -> [String] {
    log.inputs.map { String(decoding: $0.text, as: UTF8.self) }
  }

  @Test(
    "A line, and the text of its call",
    arguments: [
      (#""url":"call?cmd=a&msg=%5B1%5D""#, "call?cmd=a&msg=%5B1%5D"),
      (#""url":"/call?cmd=a&msg=ü""#, "call?cmd=a&msg=ü"),
      (#""url":"https://h:1/x/call?cmd=a""#, "call?cmd=a"),
      // What cannot be decoded was a call of the page all the same.
      (#""url":"call?cmd=a&msg=%zz""#, "call?cmd=a&msg=%zz"),
      (#""cmd":"a""#, "call?cmd=a"), (#""cmd":"a","msg":null"#, "call?cmd=a"),
      (#""cmd":"a","msg":"x & y""#, "call?cmd=a&msg=x%20%26%20y"),
      (#""cmd":"a","msg":["b", 1.50]"#, "call?cmd=a&msg=%5B%22b%22%2C%201.50%5D"),
      (#""cmd":"a","msg":12345678901234567"#, "call?cmd=a&msg=12345678901234567"),
      (#""message":{"handlerName":"h"}"#, "call?cmd=h"),
      (
        #""message":{"data":{"x":"y"},"handlerName":"h"}"#, "call?cmd=h&msg=%7B%22x%22%3A%22y%22%7D"
      ),
      (#""message":{"handlerName":"h","data":"t"}"#, "call?cmd=h&msg=%22t%22"),
      (#""message":"{\"handlerName\":\"h\",\"data\":1}""#, "call?cmd=h&msg=1"),
    ]
  )
  func lines(members: String, text: String) throws {
    let log = try Self.log("{\"time\":1700000000000,\(members)}\n")
    #expect(Self.texts(log) == [text])
    #expect(log.inputs.map(\.event.timestamp) == [1_700_000_000_000_000_000])
    #expect(log.absent.isEmpty && log.unused.isEmpty && log.lines == 1)
    let transport: BridgeTransport = members.hasPrefix("\"message") ? .poll : .url
    #expect(log.inputs.map { BridgeTransport($0.event.payload.reference) } == [transport])
  }

  @Test("A queue of messages is read in order, and what is no request is counted") func queue()
    throws
  {
    let log = try Self.log(
      """
      {"time":1700000000000,"message":[{"handlerName":"a","callbackId":"c"},{"responseId":"1","handlerName":"b"},\
      {"data":1},{"handlerName":"d"}],"page":"x"}

      {"time":1700000000000,"url":"https://h/index.html"}
      {"time":1700000000000,"cmd":"\(String(repeating: "n", count: 5000))"}
      """
    )
    #expect(Self.texts(log) == ["call?cmd=a", "call?cmd=d"])
    #expect(log.absent.map(\.what) == [.navigation, .response, .unnamed, .tooLong, .callback])
    #expect(log.absent.allSatisfy { $0.count == 1 })
    #expect(log.unused.map(\.name) == ["page"] && log.lines == 3)
  }

  @Test(
    "What a time is, in ns",
    arguments: [
      ("1700000000000", TimeUnit.milliseconds, 1_700_000_000_000_000_000 as Int64),
      ("1700000000000.0625", .milliseconds, 1_700_000_000_000_062_500),
      ("1700000000.1234567891", .seconds, 1_700_000_000_123_456_789),
      ("1700000000123456", .microseconds, 1_700_000_000_123_456_000),
      ("1700000000123456789", .nanoseconds, 1_700_000_000_123_456_789),
    ]
  )
  func units(digits: String, unit: TimeUnit, time: Int64) throws {
    let line = "{\"time\":\(digits),\"cmd\":\"a\"}"
    let log = try Self.log(line)
    #expect(log.clock.unit == unit && log.clock.isUnix)
    #expect(log.inputs.map(\.event.timestamp) == [time])
    // Who says so is believed, also where the times are of no clock.
    let other = try Self.log("{\"time\":12.5,\"cmd\":\"a\"}", unit: unit)
    #expect(
      other.inputs.map(\.event.timestamp) == [
        CallLogTime.nanoseconds("12.5", scale: unit.scale ?? 0)
      ]
    )
    #expect(!other.clock.isUnix)
  }

  @Test(
    "Dates with their zones",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2023-11-14T22:13:20Z", 1_700_000_000_000_000_000),
      ("2023-11-14T23:13:20.5+01:00", 1_700_000_000_500_000_000),
      ("2023-11-14 17:13:20.123456789-0500", 1_700_000_000_123_456_789),
      ("2024-02-29T00:00:00Z", 1_709_164_800_000_000_000),
      ("1969-12-31T23:59:59Z", -1_000_000_000),
    ] as [(String, Int64)]
  )
  func dates(text: String, time: Int64) { #expect(CallLogTime(iso: text) == .date(time)) }

  @Test(
    "What is no date",
    arguments: [
      "", "2023-11-14", "2023-11-14T22:13:20", "2023-02-29T00:00:00Z", "2023-13-01T00:00:00Z",
      "2023-11-14T24:00:00Z", "2023-11-14T22:13:20.Z", "2023-11-14T22:13:20Zx",
      "2023-11-14T22:13:20+1", "9999-11-14T22:13:20Z",
    ]
  )
  func noDates(text: String) { #expect(CallLogTime(iso: text) == nil) }

  @Test("Lines out of order are sorted, and those of a time stay as they are") func order() throws {
    let log = try Self.log(
      """
      {"time":1700000000002,"cmd":"c"}
      {"time":1700000000001,"cmd":"a"}
      {"time":"2023-11-14T22:13:20.001Z","cmd":"b"}
      """
    )
    #expect(Self.texts(log) == ["call?cmd=a", "call?cmd=b", "call?cmd=c"])
    #expect(log.unsorted == (1, 2))
    let equal = try Self.log(
      "{\"time\":1700000000002,\"cmd\":\"c\"}\r\n{\"time\":1700000000002,\"cmd\":\"a\"}\r\n"
    )
    #expect(Self.texts(equal) == ["call?cmd=c", "call?cmd=a"] && equal.unsorted.count == 0)
  }

  @Test(
    "What is wrong is said with its line",
    arguments: [
      ("{", "not JSON"), ("[]", "not an object"), ("{}", "no call"), (#"{"cmd":"a"}"#, "no time"),
      (#"{"time":1e3,"cmd":"a"}"#, "its time is 1e3"),
      (#"{"time":null,"cmd":"a"}"#, "its time is null"),
      (#"{"time":"2023-11-14T22:13:20","cmd":"a"}"#, "zone"),
      (#"{"time":1700000000000,"cmd":"a","url":"b"}"#, "url and cmd"),
      (#"{"time":1700000000000,"cmd":1}"#, "cmd is not a text"),
      (#"{"time":1700000000000,"url":1}"#, "url is not a text"),
      (#"{"time":1700000000000,"message":[1]}"#, "not a message"),
      (#"{"time":1700000000000,"message":{"handlerName":7}}"#, "not a message"),
      (#"{"time":-5,"cmd":"a"}"#, "--time-unit"), (#"{"time":5,"cmd":"a"}"#, "--time-unit"),
      (#"{"time":"1969-12-31T23:59:59Z","cmd":"a"}"#, "before zero"),
    ]
  )
  func mistakes(line: String, part: String) {
    do {
      _ = try Self.log("\n\(line)")
      Issue.record("it was read")
    } catch {
      let text = error.description
      #expect(text.hasPrefix("c.jsonl:2: ") && text.contains(part), "\(text)")
      #expect(text.hasSuffix(")"), "\(text)")
    }
  }

  @Test("Whatever a line is, it is read or refused", arguments: 1...200) func damaged(seed: UInt64)
  {
    var random = SeededRandom(seed: seed)
    let whole = Array(
      """
      {"time":1700000000000.5,"url":"https://h/call?cmd=a&msg=%5B1%5D"}
      {"time":"2023-11-14T22:13:20Z","cmd":"b","msg":{"x":[1,null]}}
      {"time":1700000000001,"message":[{"handlerName":"h","data":"\\u00e9"}]}
      """.utf8
    )
    for _ in 0..<20 {
      var bytes = whole
      for _ in 0...random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes[random.below(bytes.count)], at: place)
        }
      }
      do throws(CallLogError) {
        let log = try CallLog(bytes, path: "c", CallRules(), unit: nil)
        #expect(log.inputs.count <= log.lines + 1, "seed \(seed)")
        let times = log.inputs.map(\.event.timestamp)
        #expect(times == times.sorted(), "seed \(seed)")
      } catch {
        #expect(error != .stopped, "seed \(seed)")
        #expect(error.description.hasPrefix("c:"), "seed \(seed)")
      }
    }
  }

  @Test("Times of two kinds are of no unit, and a file that is no UTF-8 is none") func mixed()
    throws
  {
    let times = "{\"time\":1700000000000,\"cmd\":\"a\"}\n{\"time\":1700000000,\"cmd\":\"a\"}"
    #expect(throws: CallLogError.self) { try Self.log(times) }
    let dates = "{\"time\":12,\"cmd\":\"a\"}\n{\"time\":\"2023-11-14T22:13:20Z\",\"cmd\":\"a\"}"
    #expect(throws: CallLogError.self) { try Self.log(dates, unit: .milliseconds) }
    #expect(throws: CallLogError.self) {
      try CallLog([0x7B, 0xFF, 0x7D], path: "c", CallRules(), unit: nil)
    }
    let mark = try CallLog(
      [0xEF, 0xBB, 0xBF] + Array("{\"time\":1700000000000,\"cmd\":\"a\"}".utf8),
      path: "c",
      CallRules(),
      unit: nil
    )
    #expect(mark.inputs.count == 1)
  }
}
