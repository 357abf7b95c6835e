import KymoBridge
import KymoCore
import KymoMCAP

/// `POST /bridge/queue`: what a page has queued, and the answers as a batch.
///
/// The body is a JSON array. Its elements are messages of WebViewJavascriptBridge (`handlerName`, `data`,
/// `callbackId`), calls of QuickConnect as texts (`"call?cmd=…"`) or as objects (`cmd`, `parameters`), in any
/// mixture. The answer to a message with a `callbackId` is `{"responseId", "responseData"}`; that to a call is
/// `{"index", "status", "reply"}`.
extension BridgeService {
  /// Takes a batch.
  func takeQueue(_ request: ServerRequest) {
    guard let session, !session.isEnding else { return finish(request, with: Self.unavailable) }
    if let error = parse(request.body) {
      return finish(request, with: .text(400, "the body is no JSON: \(error)"))
    }
    guard document.kind(of: document.root) == .array else {
      return finish(request, with: .text(400, "the body is a JSON array of messages or calls"))
    }
    let total = document.count(of: document.root)
    guard total <= configuration.limits.batchCommands else {
      let limit = configuration.limits.batchCommands
      return finish(request, with: .text(413, "a body may have \(limit) commands"))
    }
    // What is escaped has three times as many bytes at most, and a name of its own.
    guard session.hasRoom(for: total, bytes: 3 * request.body.count + 16 * total) else {
      return finish(request, with: overflow(total))
    }
    let batch = BridgeBatch(isSamples: false)
    batch.items.reserveCapacity(total)
    batch.answers.reserveCapacity(total * 64)
    request.batch = batch
    var cursor = document.cursor(over: document.root)
    var index = 0
    while let element = cursor.next(in: document) {
      take(element, at: index, batch, request, session)
      index += 1
    }
    if batch.waiting > 0 { notePush() }
    finishIfDone(batch, request)
  }

  /// Parses a body; what is wrong with it, if something is.
  func parse(_ body: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      try body.withRawSpan { body throws(JSONError) in try document.parse(body) }
      return nil
    } catch { return error }
  }

  private func take(
    _ element: JSONValue,
    at index: Int,
    _ batch: BridgeBatch,
    _ request: ServerRequest,
    _ session: ServedSession
  ) {
    let slot = ServedSession.Slot(
      request: request,
      item: batch.items.count,
      pushed: request.arrival
    )
    switch document.kind(of: element) {
    case .string:
      let isTaken: ()? = document.withText(of: element) { text in
        batch.items.append(BridgeBatch.Item(index: index, callback: nil, isMessage: false))
        batch.waiting += 1
        push(text, session, slot)
      }
      precondition(isTaken != nil, "a string has a text")
    case .object:
      let name = member("handlerName", element)
      let isMessage = name != nil || member("cmd", element) == nil
      if member("responseId", element) != nil {
        return refuse(index, "it is a response, and this side waits for none", batch)
      }
      guard let name = name ?? member("cmd", element), document.kind(of: name) == .string else {
        return refuse(index, "it has neither a handlerName nor a cmd", batch)
      }
      let callback = isMessage ? member("callbackId", element) : nil
      guard encode(name, member(isMessage ? "data" : "parameters", element)) else {
        return refuse(index, "its name or its data is too long", batch)
      }
      batch.items.append(
        BridgeBatch.Item(index: index, callback: callback.map { raw($0) }, isMessage: isMessage)
      )
      batch.waiting += 1
      encoder.withURL { push($0, session, slot) }
    default: refuse(index, "it is neither a text nor an object", batch)
    }
  }

  private func member(_ name: String, _ object: JSONValue) -> JSONValue? {
    document.member(name, of: object)
  }

  private func raw(_ value: JSONValue) -> [UInt8] {
    document.withRawText(of: value) { $0.byteArray }
  }

  /// Makes a call of a name and JSON, or of the name alone.
  private func encode(_ name: JSONValue, _ data: JSONValue?) -> Bool {
    do throws(CallError) {
      guard let data else {
        try encoder.encode(command: document.string(of: name) ?? "", message: nil)
        return true
      }
      let message = raw(data)
      var failure: CallError?
      document.withText(of: name) { name in
        message.withRawSpan { message in
          do throws(CallError) { try encoder.encode(utf8: name, message: message) } catch {
            failure = error
          }
        }
      }
      return failure == nil
    } catch { return false }
  }

  private func refuse(_ index: Int, _ why: StaticString, _ batch: BridgeBatch) {
    batch.append(Array(#"{"index":\#(index),"status":"refused","error":"\#(why)"}"#.utf8))
  }

  // MARK: Outcomes

  /// Takes the outcome of a part of a batch.
  func take(
    _ entry: ServedOutcome,
    _ text: RawSpan?,
    for batch: BridgeBatch,
    _ slot: ServedSession.Slot,
    _ request: ServerRequest,
    _ session: ServedSession
  ) {
    batch.waiting -= 1
    batch.stamps.add(entry.source, entry.sequence, entry.timestamp)
    if batch.isSamples {
      batch.taken += 1
      return finishIfDone(batch, request)
    }
    let item = batch.items[slot.item]
    if entry.isReplyLater, text == nil {
      batch.later += 1
      wait(for: entry.sequence, slot, session)
    } else if let text {
      append(text, status: entry.status, item, batch)
    } else {
      append(nil, status: entry.status, item, batch)
    }
    finishIfDone(batch, request)
  }

  /// Appends the answer to a part.
  func append(
    _ text: RawSpan?,
    status: OutcomeStatus,
    _ item: BridgeBatch.Item,
    _ batch: BridgeBatch
  ) {
    if item.isMessage {
      guard let callback = item.callback else {
        // Nobody waits for it; that it failed is said all the same.
        if Self.status(of: status) != 200 {
          batch.append(Array(#"{"index":\#(item.index),"status":"\#(status.name)"}"#.utf8))
        }
        return
      }
      if !batch.answers.isEmpty { batch.answers.append(UInt8(ascii: ",")) }
      batch.answers += #"{"responseId":"#.utf8
      batch.answers += callback
      if Self.status(of: status) != 200 {
        batch.answers += #","error":"\#(status.name)""#.utf8
      }
      batch.answers += #","responseData":"#.utf8
      if let text { appendJSON(text, to: &batch.answers) } else { batch.answers += "null".utf8 }
      batch.answers.append(UInt8(ascii: "}"))
      return
    }
    if !batch.answers.isEmpty { batch.answers.append(UInt8(ascii: ",")) }
    batch.answers += #"{"index":"#.utf8
    batch.answers += String(item.index).utf8
    batch.answers += #","status":""#.utf8
    batch.answers += status.name.utf8
    batch.answers.append(UInt8(ascii: "\""))
    if let text {
      batch.answers += #","reply":"#.utf8
      JSONBytes.append(text, to: &batch.answers)
    }
    batch.answers.append(UInt8(ascii: "}"))
  }

  /// A reply that is JSON stands as it is, any other as a string.
  private func appendJSON(_ text: RawSpan, to json: inout [UInt8]) {
    if parse(text.byteArray) == nil {
      json += text.byteArray
    } else {
      JSONBytes.append(text, to: &json)
    }
  }

  /// Answers a batch of which nothing is missing.
  func finishIfDone(_ batch: BridgeBatch, _ request: ServerRequest) {
    guard batch.waiting == 0, batch.later == 0, request.answer == nil else { return }
    if batch.isSamples { return finish(request, with: samplesAnswer(batch, request)) }
    var answer = HTTPAnswer(200)
    answer.add("Content-Type", "application/json")
    answer.body.reserveCapacity(batch.answers.count + 3)
    answer.body.append(UInt8(ascii: "["))
    answer.body += batch.answers
    answer.body += "]\n".utf8
    let stamps = batch.stamps.finish()
    if !stamps.isEmpty { answer.add(StampList.field, stamps) }
    finish(request, with: allowingOrigin(answer, request))
  }
}
