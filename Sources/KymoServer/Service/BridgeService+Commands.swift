import KymoBridge
import KymoCore
import KymoHTTP
import KymoMCAP
import KymoRecording
import KymoText

/// Commands in, outcomes out.
extension BridgeService {
  /// The media type of a reply that is a script for the page.
  static let scriptType = "application/javascript; charset=utf-8"

  // MARK: Commands

  /// `GET /call?cmd=…&msg=…`.
  func call(_ request: ServerRequest) {
    guard request.method == .get else {
      var answer = HTTPAnswer.text(405, "a call is GET /call?cmd=NAME&msg=TEXT")
      answer.add("Allow", "GET, OPTIONS")
      return finish(request, with: answer)
    }
    guard let session, !session.isEnding else { return finish(request, with: Self.unavailable) }
    if let answer = storageAnswer(session) { return finish(request, with: answer) }
    guard Self.isText(request.target) else {
      return finish(request, with: .text(400, "a call is UTF-8"))
    }
    let end = request.target.count
    guard session.hasRoom(for: 1, bytes: end) else { return finish(request, with: overflow(1)) }
    let slot = ServedSession.Slot(request: request, item: 0, pushed: request.arrival)
    request.target.withRawSpan(1..<end) { push($0, session, slot) }
    notePush()
  }

  /// Whether bytes are UTF-8, as the text of a recorded request has to be.
  static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Hands the text of a call to the dispatcher.
  func push(_ text: RawSpan, _ session: ServedSession, _ slot: ServedSession.Slot) {
    let reference = PayloadReference(
      offset: 0,
      length: UInt32(text.byteCount),
      tag: UInt32(BridgeTransport.http.rawValue)
    )
    let event = Event(
      timestamp: 0,
      sequence: 0,
      command: session.router.command(of: text),
      source: .bridge,
      kind: .message,
      payload: Payload(reference)
    )
    counts.commands += 1
    session.producer.push(event, message: text)
    session.expect(slot)
  }

  /// That nothing more can be recorded, if so: what is said to be recorded is not let in any more.
  func storageAnswer(_ session: ServedSession) -> HTTPAnswer? {
    guard let failure = session.info.recordingFailure() else { return nil }
    return .text(507, "the recording cannot be written any more: \(failure)")
  }

  /// That there is no room.
  func overflow(_ count: Int) -> HTTPAnswer {
    counts.overflows += UInt64(count)
    var answer = HTTPAnswer.text(503, "too many commands wait for the dispatcher")
    answer.add("Retry-After", "1")
    return answer
  }

  // MARK: Outcomes

  /// Takes an outcome: it goes to who waits for it, or to the listeners.
  func take(_ entry: ServedOutcome, _ text: RawSpan, _ session: ServedSession) {
    if entry.source == .device {
      return speak(entry, text, session)
    }
    let slot = session.next()
    let now = monotonic
    let latency = slot.map { now - $0.pushed }
    let isCall = entry.source == .bridge
    if !entry.isPassed {
      session.count(entry.command, entry.status, latency: isCall ? latency : nil)
    }
    let isOwn = entry.cause == .request(entry.source, entry.sequence)
    let isAnswered = entry.replyKind != .none && (isOwn || entry.replyKind != .text)
    if let slot, let request = slot.request {
      if case .batch(let batch) = request.pending {
        take(entry, isAnswered ? text : nil, for: batch, slot, request, session)
      } else if isCall, entry.isReplyLater, !isAnswered {
        let stamp = stamp(entry)
        if request.prefersEvents {
          finish(request, with: later(stamp))
        } else {
          request.wait(for: .reply(stamp: stamp))
          wait(for: entry.sequence, slot, session)
        }
      } else {
        finish(request, with: answer(entry, isAnswered ? text : nil, session))
      }
    }
    if entry.replyKind != .none, !(isCall && isAnswered) { speak(entry, text, session) }
  }

  /// Which event a request became, as a header has it.
  private func stamp(_ entry: ServedOutcome) -> String {
    EventStamp(source: entry.source, sequence: entry.sequence, timestamp: entry.timestamp).text
  }

  /// Makes the answer to a call whose outcome is there; `text` is nil if it has no reply.
  private func answer(
    _ entry: ServedOutcome,
    _ text: RawSpan?,
    _ session: ServedSession
  ) -> HTTPAnswer {
    var answer: HTTPAnswer
    let status = Self.status(of: entry.status)
    if entry.replyKind == .text, let text {
      answer = HTTPAnswer(status, type: Self.scriptType, text.byteArray)
    } else if entry.replyKind != .none {
      answer = HTTPAnswer(status, type: "application/json", Array(numbers(entry).text.utf8))
    } else if status == 200 {
      answer = HTTPAnswer(204)
    } else {
      let body = failure(entry, session)
      answer = HTTPAnswer(status, type: "application/json", Array((body.text + "\n").utf8))
    }
    answer.add(EventStamp.field, stamp(entry))
    if entry.status != .completed { answer.add(EventStamp.outcomeField, entry.status.name) }
    return answer
  }

  /// The status of a response by what became of its command.
  static func status(of status: OutcomeStatus) -> UInt16 {
    switch status {
    case .completed, .exited: 200
    case .unknownCommand: 404
    case .malformed: 400
    case .validationFailed: 422
    case .failed: 500
    }
  }

  /// Describes what went wrong, for a person and for a program.
  private func failure(_ entry: ServedOutcome, _ session: ServedSession) -> JSONText {
    [
      "outcome": JSONText(entry.status.name),
      "command": JSONText(session.name(of: entry.command)),
      "error": entry.errorCode == 0 ? .null : JSONText(session.info.errorName(entry.errorCode)),
    ]
  }

  /// A reply of numbers.
  private func numbers(_ entry: ServedOutcome) -> JSONText {
    let numbers = entry.numbers
    if entry.replyKind == .coordinates {
      return JSONText([JSONText(numbers.x), JSONText(numbers.y), JSONText(numbers.z)])
    }
    return ["x": JSONText(numbers.x), "y": JSONText(numbers.y), "z": JSONText(numbers.z)]
  }

  // MARK: Replies that come later

  /// Gives up the wait for a reply: it becomes an event, if it comes.
  func giveUp(_ sequence: UInt32, _ session: ServedSession) {
    guard let slot = session.later.removeValue(forKey: sequence), let request = slot.request else {
      return
    }
    switch request.pending {
    case .batch(let batch):
      batch.later -= 1
      batch.append(lateItem(batch.items[slot.item]))
      finishIfDone(batch, request)
    case .reply(let stamp): finish(request, with: later(stamp))
    case .outcome, nil: break
    }
  }

  /// That the reply is not there yet.
  private func later(_ stamp: String) -> HTTPAnswer {
    var answer = HTTPAnswer.text(202, "the reply will come as an event: GET /bridge/events")
    answer.add(EventStamp.field, stamp)
    return answer
  }

  /// That the reply to a part is not there yet.
  func lateItem(_ item: BridgeQueueReader.Item) -> [UInt8] {
    if let callback = item.callback {
      return Array(#"{"responseId":"#.utf8) + callback + Array(#","later":true}"#.utf8)
    }
    return Array(#"{"index":\#(item.index),"status":"later"}"#.utf8)
  }

  /// Gives a reply that came later to who waits for it.
  private func reply(_ text: RawSpan, to request: ServerRequest, _ slot: ServedSession.Slot) {
    switch request.pending {
    case .batch(let batch):
      batch.later -= 1
      append(text, status: .completed, batch.items[slot.item], batch)
      finishIfDone(batch, request)
    case .reply(let stamp):
      var answer = HTTPAnswer(200, type: Self.scriptType, text.byteArray)
      answer.add(EventStamp.field, stamp)
      finish(request, with: answer)
    // Its client is gone.
    case .outcome, nil: break
    }
  }

  /// Hands on what no response carries: to who waits for it, or to the listeners.
  private func speak(_ entry: ServedOutcome, _ text: RawSpan, _ session: ServedSession) {
    if entry.replyKind == .none { return }
    if entry.replyKind == .text, case .request(.bridge, let sequence) = entry.cause,
      let slot = session.later.removeValue(forKey: sequence), let request = slot.request
    {
      return reply(text, to: request, slot)
    }
    counts.events += 1
    let name = JSONText(session.name(of: entry.command))
    let time = JSONText(entry.timestamp)
    guard entry.replyKind == .text else {
      let value = numbers(entry)
      log.append("sample", (["command": name, "time": time, "value": value] as JSONText).line)
      return
    }
    if case .request(let source, let sequence) = entry.cause {
      let body: JSONText = [
        "command": name, "time": time, "source": JSONText(Int(source.rawValue)),
        "sequence": JSONText(Int(sequence)), "text": JSONText(text.text),
      ]
      log.append("reply", body.line)
    } else {
      let body: JSONText = ["command": name, "time": time, "text": JSONText(text.text)]
      log.append("push", body.line)
    }
  }
}

extension RawSpan {
  /// The bytes as an array.
  var byteArray: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(copying: self)
    return bytes
  }
}
