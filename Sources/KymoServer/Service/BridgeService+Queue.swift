import KymoBridge
import KymoCore
import KymoHTTP
import KymoMCAP

/// `POST /bridge/queue`: what a page has queued, and the answers as a batch.
///
/// The body is a JSON array. Its elements are messages of WebViewJavascriptBridge (`handlerName`, `data`,
/// `callbackId`), calls of QuickConnect as texts (`"call?cmd=…"`) or as objects (`cmd`, `parameters`), in any
/// mixture. The answer to a message with a `callbackId` is `{"responseId", "responseData"}`; that to a call is
/// `{"index", "status", "reply"}`. If the list of the events that they became is too long for a header, it is the
/// last element, `{"events"}`.
extension BridgeService {
  /// Takes a batch.
  func takeQueue(_ request: ServerRequest) {
    guard let session, !session.isEnding else { return finish(request, with: Self.unavailable) }
    if let answer = storageAnswer(session) { return finish(request, with: answer) }
    let total: Int
    do throws(BridgeQueueError) {
      total = try request.body.withRawSpan { body throws(BridgeQueueError) in try queue.parse(body)
      }
    } catch { return finish(request, with: .text(400, error.description)) }
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
    request.wait(for: .batch(batch))
    queue.forEach { item, text in
      if let refusal = item.refusal { return refuse(item.index, refusal, batch) }
      let slot = ServedSession.Slot(
        request: request,
        item: batch.items.count,
        pushed: request.arrival
      )
      batch.items.append(item)
      batch.waiting += 1
      push(text, session, slot)
    }
    if batch.waiting > 0 { notePush() }
    finishIfDone(batch, request)
  }

  private func refuse(_ index: Int, _ why: String, _ batch: BridgeBatch) {
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
    if entry.isReplyLater, text == nil, request.prefersEvents {
      batch.append(lateItem(item))
    } else if entry.isReplyLater, text == nil {
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
    _ item: BridgeQueueReader.Item,
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
    guard batch.waiting == 0, batch.later == 0 else { return }
    if batch.isSamples { return finish(request, with: samplesAnswer(batch)) }
    var answer = HTTPAnswer(200)
    answer.add("Content-Type", "application/json")
    let stamps = batch.stamps.finish()
    if stamps.utf8.count > StampList.maximumFieldBytes {
      batch.append(Array(#"{"events":"\#(stamps)"}"#.utf8))
      answer.add(EventStamp.field, EventStamp.inBody)
    } else if !stamps.isEmpty {
      answer.add(EventStamp.field, stamps)
    }
    answer.body.reserveCapacity(batch.answers.count + 3)
    answer.body.append(UInt8(ascii: "["))
    answer.body += batch.answers
    answer.body += "]\n".utf8
    finish(request, with: answer)
  }
}
