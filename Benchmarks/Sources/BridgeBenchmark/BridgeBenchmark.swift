import BenchmarkKit
import CPeers
import Foundation
import KymoBridge
import KymoCore

//  URL of a call ──▶ decoded ──▶ id ──▶ validate ─▶ business ─▶ view ──▶ script of the reply
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

/// The call being handled, and its reply.
struct Call: ~Copyable {
  var decoder = CallDecoder(bases: [base])
  var writer = JSONWriter(maximumBytes: 1 << 16)
  var reply = ReplyScript()

  mutating func decode(_ url: [UInt8]) -> Bool {
    do throws(CallError) {
      return try decoder.decode(utf8: unsafe url.span.bytes) == .call
    } catch {
      preconditionFailure("\(error)")
    }
  }

  func lengthOfFirst() -> Int? {
    guard let first = decoder.message[0] else { return nil }
    return decoder.message.document.withText(of: first) { $0.byteCount }
  }

  /// Writes the parameters back, and how many there are.
  mutating func writeReply() throws(JSONWriterError) {
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
  }
}

/// What the handlers share; a look at the call is checked for exclusive access, so each looks once.
final class Bridge {
  var call = Call()
}

final class TwoParameters: Handler {
  let bridge: Bridge
  init(_ bridge: Bridge) { self.bridge = bridge }
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    bridge.call.decoder.message.count == 2 ? .proceed : .exit
  }
}
final class FileName: Handler {
  let bridge: Bridge
  init(_ bridge: Bridge) { self.bridge = bridge }
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    guard let length = bridge.call.lengthOfFirst() else { throw .wrongType }
    try exchange.append(.number(Double(length)))
    return .proceed
  }
}
final class Reply: Handler {
  let bridge: Bridge
  init(_ bridge: Bridge) { self.bridge = bridge }
  override func handle(_ exchange: inout Exchange) throws(HandlerError) -> Verdict {
    do { try bridge.call.writeReply() } catch { throw .unavailable }
    return .proceed
  }
}
struct Completed: OutcomeSink {
  var count = 0
  mutating func record(_ event: borrowing Event, _ outcome: borrowing Outcome) {
    if outcome.status == .completed { count += 1 }
  }
}

final class Kymograph {
  let bridge = Bridge()
  var dispatcher: Dispatcher<Completed>
  let arena = PayloadArena.empty

  init() throws {
    var map = CommandMap()
    for name in names {
      map.validate(name, TwoParameters(bridge))
      map.business(name, FileName(bridge))
      map.view(name, Reply(bridge))
    }
    dispatcher = Dispatcher(table: try CommandTable(map), sink: Completed())
  }

  func handle(_ url: [UInt8], _ number: Int) {
    guard bridge.call.decode(url) else { return }
    let command = bridge.call.decoder.withCommand { dispatcher.table.id(of: $0) }
    let event: [1 of Event] = [
      Event(
        timestamp: Int64(number),
        sequence: UInt32(truncatingIfNeeded: number),
        command: command,
        source: .accelerometer,
        kind: .none,
        payload: Payload()
      )
    ]
    dispatcher.dispatch(event.span, arena: arena)
  }

  func codec(_ url: [UInt8]) {
    precondition(bridge.call.decode(url), "no call")
    do { try bridge.call.writeReply() } catch { preconditionFailure("\(error)") }
  }
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
    let kymograph = try Kymograph()
    let book = Book()
    for (index, url) in urls.enumerated() {
      kymograph.handle(url, index)
      book.handle(urlTexts[index])
      let replies = (kymograph.bridge.call.reply.script, book.reply.script)
      precondition(replies.0 == replies.1, "\(replies)")
    }
    precondition(kymograph.dispatcher.sink.count == urls.count, "not every call was completed")
    print("\(urlTexts[0]) → \(kymograph.bridge.call.reply.script)")

    let own = "Kymograph: decode, three stages, reply"
    let codec = "Kymograph: decode and reply only"
    let peer = "Foundation, the book's way"
    var comparison = Comparison("A call of two parameters and its reply", operations: calls * 10)
    comparison.add(own) {
      seconds(calls * 10) { number in
        kymograph.handle(urls[number & 63], number)
        return kymograph.bridge.call.reply.withText { $0.byteCount }
      }
    }
    comparison.add(codec) {
      seconds(calls * 10) { number in
        kymograph.codec(urls[number & 63])
        return kymograph.bridge.call.reply.withText { $0.byteCount }
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
    comparison.ratio(of: own, to: [peer], goal: "20, and 350 ns")
    comparison.ratio(of: codec, to: [peer], goal: "none")
  }
}
