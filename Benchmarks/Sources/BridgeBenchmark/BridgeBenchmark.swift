import BenchmarkKit
import CPeers
import Foundation
import KymoBridge
import KymoCore

//  URL of a call ──▶ id ──▶ arena ──▶ decoded ──▶ validate ─▶ business ─▶ view ──▶ script of the reply
//
// One thread, one call after the other. Both ways make the same replies, whose bytes are compared before and
// whose lengths are summed up during the measurement. The book's way is that of the chapters, in Foundation:
// split at ?, &, = ; remove the percent escapes; JSONSerialization; a dictionary of lists of objects for each
// stage; JSONSerialization of the reply.

let base = "https://app.local/"
let calls = 20_000
let names = ["play", "rec", "showDate", "logMessage"]

/// The URLs of two-element arrays, with numbers and names of files that differ.
let urls: [[UInt8]] = {
  var encoder = CallEncoder(base: base)
  return (0..<64).map { index in
    do throws(CallError) {
      try encoder.encode(
        command: names[index % names.count],
        message: #"["file\#(index).caf","\#(index % 2 == 0 ? "start" : "stop")"]"#
      )
    } catch {
      preconditionFailure("\(error)")
    }
    return Array(encoder.text.utf8)
  }
}()
let urlTexts = urls.map { String(decoding: $0, as: UTF8.self) }

/// What the handlers share: writes the reply.
final class Replies {
  var text = ReplyText()
}

/// Where a reply is put together.
struct ReplyText: ~Copyable {
  var json = JSONWriter(maximumBytes: 1 << 12)
  var script = ReplyScript()

  /// Writes the parameters back, and how many there are.
  mutating func reply(to exchange: inout Exchange) throws(HandlerError) {
    json.reset()
    json.beginArray()
    for index in 1..<exchange.parameterCount {
      let text = try exchange.text(at: index)
      exchange.withText(text) { json.write(utf8: $0) }
    }
    json.write(Int64(exchange.parameterCount - 1))
    json.endArray()
    do {
      try json.finish()
      try script.writeJSONRequest("done", json: json)
    } catch { throw .tooLong }
    try script.withText { (text) throws(HandlerError) in try exchange.reply(text: text) }
  }
}

final class TwoParameters: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    exchange.parameterCount == 3 ? .proceed : .exit
  }
}
final class FileName: Handler {
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    let name = try exchange.text(at: 1)
    try exchange.append(.integer(Int64(name.length)))
    return .proceed
  }
}

final class Reply: Handler {
  let replies: Replies
  init(_ replies: Replies) { self.replies = replies }

  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    // One look at the property, which is checked for exclusive access.
    try replies.text.reply(to: &exchange)
    return .proceed
  }
}

/// What the page gets: the text of the last reply.
struct LastReply: OutcomeSink {
  var count = 0
  var length = 0
  var keepsText = false
  /// The reply, if it is kept.
  var text = ""
  mutating func record(
    _ event: borrowing Event,
    _ outcome: borrowing Outcome,
    digest: UInt64,
    message: RawSpan,
    reply: RawSpan
  ) {
    if outcome.status != .completed { return }
    count += 1
    length = reply.byteCount
    if keepsText { text = reply.text }
  }
}

/// The way of a request through the pipeline: into the arena, to its command, through the stages.
struct Kymograph: ~Copyable {
  var dispatcher: Dispatcher<LastReply>
  var router: CallRouter
  var texts = PayloadArenaWriter(minimumCapacity: 1 << 16)

  init() throws {
    let rules = CallRules(bases: [base])
    var map = CommandMap()
    map.decoder = CallRequestDecoder(rules)
    let replies = Replies()
    for name in names {
      map.validate(name, TwoParameters())
      map.business(name, FileName())
      map.view(name, Reply(replies))
    }
    let table = try CommandTable(map)
    router = CallRouter(table.lookup, rules: rules)
    dispatcher = Dispatcher(table: table, sink: LastReply())
  }

  mutating func handle(_ url: [UInt8], _ number: Int) {
    let text = unsafe url.span.bytes
    guard let reference = texts.write(text, waits: false) else { return }
    let event: [1 of Event] = [
      Event(
        timestamp: Int64(number),
        sequence: UInt32(truncatingIfNeeded: number),
        command: router.command(of: text),
        source: .bridge,
        kind: .message,
        payload: Payload(reference)
      )
    ]
    dispatcher.dispatch(event.span, arena: texts.arena)
    texts.arena.free(upTo: reference.offset &+ UInt64(reference.length))
  }
}

/// Only what KymoBridge does of it: decode, and write the reply.
struct Codec: ~Copyable {
  var decoder = CallDecoder(bases: [base])
  var writer = JSONWriter(maximumBytes: 1 << 16)
  var reply = ReplyScript()

  mutating func handle(_ url: [UInt8]) {
    do {
      _ = try decoder.decode(utf8: unsafe url.span.bytes)
      writer.reset()
      writer.beginArray()
      var cursor = decoder.message.cursor()
      while let value = cursor.next(in: decoder.message.document) {
        writer.write(value, of: decoder.message.document)
      }
      writer.write(Int64(decoder.message.count))
      writer.endArray()
      try writer.finish()
      try reply.writeJSONRequest("done", json: writer)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Boxes, because a comparison calls its ways in turn.
final class Way {
  var kymograph: Kymograph
  init() throws { kymograph = try Kymograph() }
}
final class Bridge {
  var codec = Codec()
}

/// The book's objects.
class CommandObject {
  func doCommand(_ parameters: NSMutableArray) -> Any? { nil }
}
final class BookValidation: CommandObject {
  override func doCommand(_ parameters: NSMutableArray) -> Any? {
    parameters.count == 2 ? true : nil
  }
}
final class BookBusiness: CommandObject {
  override func doCommand(_ parameters: NSMutableArray) -> Any? {
    (parameters[0] as? String).map { $0.utf8.count }
  }
}
final class BookView: CommandObject {
  var script = ""
  override func doCommand(_ parameters: NSMutableArray) -> Any? {
    guard let first = parameters[0] as? String, let second = parameters[1] as? String,
      let data = try? JSONSerialization.data(
        withJSONObject: [first, second, 2],
        options: .withoutEscapingSlashes
      )
    else { return nil }
    let json = String(decoding: data, as: UTF8.self)
      .replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\"", with: "\\\"")
      .replacingOccurrences(of: "'", with: "\\'")
    script = "handleJSONRequest('done','\(json)')"
    return script
  }
}

final class Book {
  var validation: [String: [CommandObject]] = [:]
  var business: [String: [CommandObject]] = [:]
  var view: [String: [CommandObject]] = [:]
  let reply = BookView()

  init() {
    for name in names {
      validation[name] = [BookValidation()]
      business[name] = [BookBusiness()]
      view[name] = [reply]
    }
  }

  func handle(_ url: String) {
    let query = url.components(separatedBy: "?")[1].components(separatedBy: "&")
    let command = query[0].components(separatedBy: "=")[1]
    let text = query[1].components(separatedBy: "=")[1].removingPercentEncoding ?? ""
    let value = try? JSONSerialization.jsonObject(
      with: Data(text.utf8),
      options: .fragmentsAllowed
    )
    let parameters = NSMutableArray(array: value as? [Any] ?? [text])
    for object in validation[command] ?? [] where object.doCommand(parameters) == nil { return }
    for object in business[command] ?? [] {
      guard let result = object.doCommand(parameters) else { return }
      parameters.add(result)
    }
    for object in view[command] ?? [] where object.doCommand(parameters) == nil { return }
  }
}

@main struct BridgeBenchmark {
  /// The seconds that `calls` runs of `body` take, each of which returns the length of a reply.
  static func seconds(_ count: Int, _ body: (Int) -> Int) -> Double {
    let expected = (0..<count).reduce(0) { $0 + lengths[$1 % lengths.count] }
    let clock = MonotonicClock()
    let start = clock.now
    var sum = 0
    for number in 0..<count { sum += body(number) }
    let seconds = Double(clock.now - start) / 1e9
    precondition(sum == expected, "the replies have \(sum) bytes, not \(expected)")
    return seconds
  }

  static let lengths: [Int] = {
    let book = Book()
    return urlTexts.map { url in
      book.handle(url)
      return book.reply.script.utf8.count
    }
  }()

  static func main() throws {
    peers_pin(1)
    let way = try Way()
    let bridge = Bridge()
    let book = Book()
    way.kymograph.dispatcher.sink.keepsText = true
    for (index, url) in urls.enumerated() {
      way.kymograph.handle(url, index)
      bridge.codec.handle(url)
      book.handle(urlTexts[index])
      let replies = (
        way.kymograph.dispatcher.sink.text, bridge.codec.reply.script, book.reply.script
      )
      precondition(replies.0 == replies.2 && replies.1 == replies.2, "\(replies)")
    }
    precondition(way.kymograph.dispatcher.sink.count == urls.count, "not every call was completed")
    print("\(urlTexts[63]) → \(way.kymograph.dispatcher.sink.text)")
    way.kymograph.dispatcher.sink.keepsText = false
    let own = "Kymograph: arena, command, decode, three stages, reply"
    let plain = "Kymograph: decode and reply only"
    let peer = "Foundation, the book's way"
    var comparison = Comparison("A call of two parameters and its reply", operations: calls * 10)
    comparison.add(own) {
      seconds(calls * 10) { number in
        way.kymograph.handle(urls[number & 63], number)
        return way.kymograph.dispatcher.sink.length
      }
    }
    comparison.add(plain) {
      seconds(calls * 10) { number in
        bridge.codec.handle(urls[number & 63])
        return bridge.codec.reply.withText { $0.byteCount }
      }
    }
    comparison.add(peer) {
      10
        * seconds(calls) { number in
          book.handle(urlTexts[number & 63])
          return book.reply.script.utf8.count
        }
    }
    comparison.run()
    comparison.speed("call URL to reply", of: own, to: [peer], goal: .atLeast(50))
    comparison.time("call URL to reply", of: own, goal: .atMost(300))
    comparison.speed("call URL to reply", of: plain, to: [peer])
  }
}
